import { Secret, TOTP } from 'otpauth'

/** Authenticator apps: six digits that follow from a shared secret and the clock on the wall. */

const SECRET_BYTES = 20
const PERIOD_S = 30
/** A code of the step before or after is taken too: clocks differ. */
const WINDOW = 1

export function drawSecret(random: (bytes: number) => Buffer): Buffer {
  return random(SECRET_BYTES)
}

/** The secret in the letters that an authenticator takes. */
export function lettersOf(secret: Buffer): string {
  return new Secret({ buffer: Uint8Array.from(secret).buffer }).base32
}

/** What an authenticator scans instead. */
export function uriOf(secret: string, label: string): string {
  return new TOTP({ issuer: 'BTBC TEST', label, secret, period: PERIOD_S }).toString()
}

/** The step whose code this is, or undefined when it is none of now. */
export function stepOfCode(secret: string, code: string, wallNow: Date): number | undefined {
  const totp = new TOTP({ secret, period: PERIOD_S })
  const timestamp = wallNow.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
}
