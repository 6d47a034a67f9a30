import { randomBytes } from 'node:crypto'

import type { Db, Tx } from '@btbc/database/database.ts'

import type { Custody } from '#chain/chain.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#config.ts'
import { sampleMails } from '#modules/account/index.ts'
import { readSampleSecret } from '#modules/security/index.ts'
import { startPasswords } from '#platform/passwords.ts'
import { drawDigits } from '#platform/random-text.ts'

import { foundHouse } from './genesis.ts'
import { accessFor, drawPassword, type SampleAccess } from '#platform/sample-access.ts'
import { changeSamplePassword, openSample } from './sample.ts'

const PIN_LENGTH = 6

/**
 * Makes the house ready before it listens: founded at the first start, and at every start with the
 * sample members as reachable as the address it listens on allows. Answers what the person who
 * started it should read.
 */
export async function openHouse(parts: {
  db: Db
  clock: Clock
  config: Config
  /** What the chain holds for the house when it is founded. */
  custody: Custody
}): Promise<string[]> {
  const { db, clock, config } = parts
  const now = clock.now()
  const known = await findAccess(db)
  const allowed = accessFor(config)
  const wanted = known ?? (config.sample && allowed !== 'locked' ? allowed : 'none')
  const access = wanted === 'none' ? 'none' : allowed
  const password = drawPassword(access, randomBytes)
  const changes = access !== 'none' && access !== known
  // Hashing is slow on purpose: it is done before the transaction, and only when it is needed.
  const passwords = changes ? await startPasswords(db, config) : undefined
  const passwordHash = (await passwords?.hash(password)) ?? ''
  const pinHash = (await passwords?.hash(drawDigits(randomBytes, PIN_LENGTH))) ?? ''
  await db.transaction().execute(async (tx) => {
    if (known === undefined) {
      await foundHouse(tx, { now, custody: parts.custody })
      const isFirst = await writeFounding(tx, access, now)
      const [wallNow, random] = [clock.wallNow(), randomBytes]
      if (isFirst && changes) await openSample(tx, { passwordHash, pinHash, now, wallNow, random })
    } else if (changes) {
      await tx.updateTable('founding').set({ sample: access }).execute()
      await changeSamplePassword(tx, passwordHash, clock.wallNow())
    }
  })
  return [
    ...noticeOf(access, changes ? password : undefined),
    ...(await noticeOfSeller(db, access)),
  ]
}

async function findAccess(db: Db): Promise<SampleAccess | undefined> {
  const row = await db.selectFrom('founding').select('sample').executeTakeFirst()
  return row && readAccess(row.sample)
}

function readAccess(text: string): SampleAccess {
  const all = ['none', 'known', 'random', 'locked'] as const
  const access = all.find((each) => each === text)
  if (access === undefined) throw new Error(`unknown access to the sample members: ${text}`)
  return access
}

/** False when another process was first. */
async function writeFounding(tx: Tx, sample: SampleAccess, now: Date): Promise<boolean> {
  const written = await tx
    .insertInto('founding')
    .values({ founded_at: now, sample })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** A password that was drawn is said once: it is stored nowhere. */
function noticeOf(access: SampleAccess, drawn: string | undefined): string[] {
  if (access === 'none' || access === 'locked') return []
  const members = `Sample members: ${sampleMails.join(', ')}`
  if (access === 'known') return [`${members}, password ${drawPassword('known', randomBytes)}`]
  return drawn === undefined
    ? [`${members}, with the password that was said when it was drawn`]
    : [`${members}, password ${drawn} (drawn for this install and said only now)`]
}

/** Without the secret of her authenticator nobody releases what Carol sells. */
async function noticeOfSeller(db: Db, access: SampleAccess): Promise<string[]> {
  if (access === 'none' || access === 'locked') return []
  const [, , carol] = sampleMails
  const secret = await readSampleSecret(db, carol)
  return secret === undefined ? [] : [`  ${carol} sells, TOTP secret ${secret}`]
}
