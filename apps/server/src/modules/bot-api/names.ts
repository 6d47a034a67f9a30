import { randomBytes } from 'node:crypto'

const NAME_BYTES = 16
const NAMES_AT_ONCE = 256

let drawn = Buffer.alloc(0)
let at = 0

/** Names an order or a cancel that came without a name. Drawn many at a time, as each drawing costs the same. */
export function newName(): string {
  if (at === drawn.length) {
    drawn = randomBytes(NAME_BYTES * NAMES_AT_ONCE)
    at = 0
  }
  const name = drawn.toString('base64url', at, at + NAME_BYTES)
  at += NAME_BYTES
  return name
}
