import type { Db, Tx } from '@btbc/database/database.ts'
import { Secret, TOTP } from 'otpauth'

import { seal, sealingKey, unseal } from '#platform/sealing.ts'

/** What an operator's authenticator shares with us: 160 random bits, encrypted where they are kept. */

const SECRET_BYTES = 20
const PERIOD_S = 30
/** A code of the step before or after is taken too: clocks differ. */
const WINDOW = 1

export async function sealTotp(
  database: Db | Tx,
  random: (bytes: number) => Buffer,
): Promise<Buffer> {
  const key = await sealingKey(database, 'authenticators of operators')
  return seal(key, random(SECRET_BYTES), random)
}

/** The secret in the letters that an authenticator takes. */
export async function readTotp(database: Db | Tx, sealed: Buffer): Promise<string> {
  const bytes = unseal(await sealingKey(database, 'authenticators of operators'), sealed)
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
}

/** The step whose code this is, or undefined when it is none of now. */
export function stepOfCode(secret: string, code: string, wallNow: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6 })
  const timestamp = wallNow.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
}
