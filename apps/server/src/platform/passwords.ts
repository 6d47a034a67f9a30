import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'

import { passwordRules } from '@btbc/contract/password-rules.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'

import { commonWords } from './common-words.ts'
import { readSecret } from './secrets.ts'
import { startWaitingLine } from './waiting-line.ts'

const TIME_COST = 3
const PARALLELISM = 1
/** Of the four threads that Node has for such work one is left for files, of the processors one for all else. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1))
/** A flood of logins waits in line instead of eating the memory, and for less than a client does. */
const MOST = { atOnce: AT_ONCE, waiting: 150, waitMs: 10_000 }

const SCORE_MIN = 2
/** What is hashed to know a pepper again. */
const PEPPERED = 'BTBC_PEPPER'
/** Kept where there is none. */
const NO_PEPPER = Buffer.alloc(32)

const strength = new ZxcvbnFactory({ dictionary: { common: [...commonWords] }, graphs: {} })

/**
 * Refuses a new password that breaks the rules: 6 to 64 characters with a letter and a digit, hard to
 * guess for somebody who knows the words in `known`.
 */
export function checkNewPassword(
  password: string | undefined,
  repeated: string | undefined,
  known: readonly (string | null | undefined)[],
): string {
  if (password === undefined) throw new Refusal('password_rules')
  if (password !== repeated) throw new Refusal('passwords_differ')
  if (Object.values(passwordRules(password)).includes(false)) throw new Refusal('password_rules')
  const words = known.flatMap((each) => (each ? [each, each.split('@')[0] ?? each] : []))
  if (strength.check(password, words).score < SCORE_MIN) throw new Refusal('password_weak')
  return password
}

export type Passwords = {
  hash(password: string): Promise<string>
  /** Without a stored hash it takes as long and is never right. */
  verify(
    stored: string | undefined,
    password: string,
  ): Promise<{ right: boolean; outdated: boolean }>
}

/** Hashing with argon2id, a few at a time, mixed with a pepper that is not in the hashes' table. */
export async function startPasswords(
  db: Db,
  config: { pepper: string | undefined; argon2Mib: number },
): Promise<Passwords> {
  const secret =
    config.pepper === undefined ? await readSecret(db, 'passwords') : Buffer.from(config.pepper)
  const memoryCost = config.argon2Mib * 1024
  const options = { memoryCost, timeCost: TIME_COST, parallelism: PARALLELISM, secret }
  await refuseOtherPepper(db, config.pepper !== undefined, options)
  const nobody = `$argon2id$v=19$m=${memoryCost},t=${TIME_COST},p=${PARALLELISM}$${base64(16)}$${base64(32)}`
  const inLine = startWaitingLine(MOST)
  return {
    hash: (password) => inLine(() => hash(password, options)),
    verify: (stored, password) =>
      inLine(async () => {
        const isHash = stored?.startsWith('$argon2') === true
        const right = await verify(isHash ? stored : nobody, password, options)
        return { right: right && isHash, outdated: isHash && isOutdated(stored, memoryCost) }
      }),
  }
}

/**
 * With another pepper than that of the first start no password is right any more, and one that is set now
 * never will be: a start and a command say so instead.
 */
async function refuseOtherPepper(db: Db, isGiven: boolean, options: Options): Promise<void> {
  const known = (await findPepper(db)) ?? (await keepPepper(db, isGiven, options))
  const isMadeWithOne = !known.equals(NO_PEPPER)
  if (!isMadeWithOne && !isGiven) return
  if (!isMadeWithOne) {
    throw new Error(
      'The passwords of this house were made without BTBC_PEPPER, and with one none would be right: take it away.',
    )
  }
  if (isGiven && (await verify(known.toString(), PEPPERED, options))) return
  throw new Error(
    `The passwords of this house were made with ${isGiven ? 'another' : 'a'} BTBC_PEPPER, and without that none would be right: set it.`,
  )
}

async function findPepper(db: Db): Promise<Buffer | undefined> {
  const kept = db.selectFrom('secret').select('value').where('name', '=', 'pepper')
  return (await kept.executeTakeFirst())?.value
}

/** As a hash like those of passwords: a pepper that can be guessed is as hard to find by it as a password. */
async function keepPepper(db: Db, isGiven: boolean, options: Options): Promise<Buffer> {
  const value = isGiven ? Buffer.from(await hash(PEPPERED, options)) : NO_PEPPER
  await db
    .insertInto('secret')
    .values({ name: 'pepper', value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Another server that started at the same moment may have been first.
  return (await findPepper(db)) ?? value
}

function isOutdated(stored: string, memoryCost: number): boolean {
  const used = parseOptions(stored)
  return (
    used.memoryCost !== memoryCost ||
    used.timeCost !== TIME_COST ||
    used.parallelism !== PARALLELISM
  )
}

function base64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}
