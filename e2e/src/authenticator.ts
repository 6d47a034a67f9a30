import { createHmac } from 'node:crypto'

/** An authenticator app as whoever holds the secret has it. */

const STEP_S = 30
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The step of 30 seconds that it is now. */
export function stepNow(): number {
  return Math.floor(Date.now() / 1000 / STEP_S)
}

/** What is shown for this secret in that step. */
export function codeAt(secret: string, step: number): string {
  const bits = Array.from(secret)
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytes).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
