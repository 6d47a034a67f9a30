import { randomBytes } from 'node:crypto'

import type { Role } from '@btbc/contract/operator/rights.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import type { Clock } from '#platform/clock.ts'
import type { Config } from '#config.ts'
import { accessFor, drawPassword, type SampleAccess } from '#platform/sample-access.ts'
import { startPasswords } from '#platform/passwords.ts'

import { createOperator, endAccess, readEnrolments } from './operator.ts'
import { sealTotp } from './totp.ts'

/** Two operators to look around with, as reachable as the sample members are (house rule 9). */

const samples: readonly { mail: string; name: string; roles: readonly Role[] }[] = [
  { mail: 'olivia@btbc.test', name: 'Olivia', roles: ['finance', 'risk', 'support'] },
  { mail: 'omar@btbc.test', name: 'Omar', roles: ['finance', 'admin'] },
]

/**
 * Opens them at the first start. When the server listens elsewhere than before, also one that would
 * open none, they get another password, and sessions and passkeys of theirs end. Answers what the
 * person who started it should read.
 */
export async function openSampleOperators(parts: {
  db: Db
  clock: Clock
  config: Config
}): Promise<string[]> {
  const { db, clock, config } = parts
  const access = accessFor(config)
  const known = await findAccess(db)
  if (known === undefined && (access === 'locked' || !config.sample)) return []
  const changes = known !== access
  const password = drawPassword(access, randomBytes)
  if (changes) {
    const passwordHash = await (await startPasswords(db, config)).hash(password)
    await db.transaction().execute(async (tx) => {
      if (known === undefined && access !== 'locked') {
        await openSamples(tx, { passwordHash, access, now: clock.now() })
      } else await changeSamples(tx, { passwordHash, access })
    })
  }
  return await noticesOf(db, access, changes ? password : undefined)
}

async function findAccess(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('operator')
    .select('sample')
    .where('sample', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.sample ?? undefined
}

async function openSamples(
  tx: Tx,
  { passwordHash, access, now }: { passwordHash: string; access: 'known' | 'random'; now: Date },
): Promise<void> {
  for (const sample of samples) {
    const sealedTotp = await sealTotp(tx, randomBytes)
    await createOperator(tx, { ...sample, passwordHash, sample: access, sealedTotp, now })
  }
}

async function changeSamples(
  tx: Tx,
  { passwordHash, access }: { passwordHash: string; access: Exclude<SampleAccess, 'none'> },
): Promise<void> {
  const changed = await tx
    .updateTable('operator')
    .set({ password_hash: passwordHash, sample: access })
    .where('sample', 'is not', null)
    .returning('id')
    .execute()
  await endAccess(
    tx,
    changed.map(({ id }) => id),
  )
}

/** The authenticator's secrets are said at each start: without them nobody gets in. */
async function noticesOf(
  db: Db,
  access: Exclude<SampleAccess, 'none'>,
  drawn: string | undefined,
): Promise<string[]> {
  if (access === 'locked') return []
  const said = access === 'known' || drawn !== undefined
  const password = said
    ? `password ${drawn ?? drawPassword('known', randomBytes)}`
    : 'with the password that was said when it was drawn'
  const enrolments = await readEnrolments(
    db,
    samples.map(({ mail }) => mail),
  )
  return [
    `Console at /console, sample operators, ${password}:`,
    ...enrolments.map(
      ({ mail, roles, secret }) => `  ${mail} (${roles.join(', ')}), TOTP secret ${secret}`,
    ),
  ]
}
