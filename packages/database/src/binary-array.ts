/**
 * PostgreSQL's binary form of arrays. What a batch writes is columns of numbers: in this form they
 * go out as they are and are neither printed here nor parsed there.
 */

const HEAD = 20
const NOTHING = -1
const TWO_32 = 2 ** 32

/** The types as PostgreSQL numbers them. */
const OID = { boolean: 16, bigint: 20, smallint: 21, integer: 23 }

/** Numbers are whole and safe; null is null. */
export function bigints(values: readonly (number | bigint | null)[] | Float64Array): Buffer {
  const bytes = openArray(OID.bigint, values.length, 12)
  let at = HEAD
  for (const value of values) {
    if (value === null) {
      at = bytes.writeInt32BE(NOTHING, at)
      continue
    }
    if (typeof value === 'bigint') {
      at = bytes.writeInt32BE(8, at)
      at = bytes.writeBigInt64BE(value, at)
      continue
    }
    const high = Math.floor(value / TWO_32)
    at = bytes.writeInt32BE(8, at)
    at = bytes.writeInt32BE(high, at)
    at = bytes.writeUInt32BE(value - high * TWO_32, at)
  }
  return bytes.subarray(0, at)
}

export function integers(values: readonly number[]): Buffer {
  const bytes = openArray(OID.integer, values.length, 8)
  let at = HEAD
  for (const value of values) {
    at = bytes.writeInt32BE(4, at)
    at = bytes.writeInt32BE(value, at)
  }
  return bytes
}

export function smallints(values: readonly number[]): Buffer {
  const bytes = openArray(OID.smallint, values.length, 6)
  let at = HEAD
  for (const value of values) {
    at = bytes.writeInt32BE(2, at)
    at = bytes.writeInt16BE(value, at)
  }
  return bytes
}

export function booleans(values: readonly boolean[]): Buffer {
  const bytes = openArray(OID.boolean, values.length, 5)
  let at = HEAD
  for (const value of values) {
    at = bytes.writeInt32BE(1, at)
    at = bytes.writeUInt8(value ? 1 : 0, at)
  }
  return bytes
}

/** One dimension from 1 up, or none when it is empty. */
function openArray(type: number, count: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + count * size)
  bytes.writeInt32BE(count === 0 ? 0 : 1, 0)
  bytes.writeInt32BE(0, 4)
  bytes.writeInt32BE(type, 8)
  if (count === 0) return bytes.subarray(0, 12)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16)
  return bytes
}
