/**
 * PostgreSQL's binary form of arrays. What a batch writes is columns of numbers: in this form they
 * go out as they are and are neither printed here nor parsed there.
 */

const HEAD = 20
/** An empty array has no dimension. */
const EMPTY_HEAD = 12
const NOTHING = -1
const TWO_32 = 2 ** 32

/** The types as PostgreSQL numbers them. */
const OID = { boolean: 16, bigint: 20, smallint: 21, integer: 23 }

/** Numbers are whole and safe; null is null. */
export function bigints(values: readonly (number | bigint | null)[] | Float64Array): Buffer {
  const { bytes, view } = openArray(OID.bigint, values.length, 8)
  let at = HEAD
  // By their places: what iterates over numbers makes an object for each.
  for (let n = 0; n < values.length; n += 1) {
    const value = values[n] ?? null
    view.setInt32(at, value === null ? NOTHING : 8)
    at += 4
    if (value === null) continue
    if (typeof value === 'bigint') view.setBigInt64(at, value)
    else {
      const high = Math.floor(value / TWO_32)
      view.setInt32(at, high)
      view.setUint32(at + 4, value - high * TWO_32)
    }
    at += 8
  }
  return values.length === 0 ? bytes : bytes.subarray(0, at)
}

export function integers(values: readonly number[]): Buffer {
  const { bytes, view } = openArray(OID.integer, values.length, 4)
  values.forEach((value, n) => view.setInt32(placeOf(view, n, 4), value))
  return bytes
}

export function smallints(values: readonly number[]): Buffer {
  const { bytes, view } = openArray(OID.smallint, values.length, 2)
  values.forEach((value, n) => view.setInt16(placeOf(view, n, 2), value))
  return bytes
}

export function booleans(values: readonly boolean[]): Buffer {
  const { bytes, view } = openArray(OID.boolean, values.length, 1)
  values.forEach((value, n) => view.setUint8(placeOf(view, n, 1), value ? 1 : 0))
  return bytes
}

/** Where the value of this number goes, behind its length, which is written. */
function placeOf(view: DataView, n: number, size: number): number {
  const at = HEAD + n * (4 + size)
  view.setInt32(at, size)
  return at + 4
}

/** One dimension from 1 up, or none when it is empty; with room for values of this size. */
function openArray(type: number, count: number, size: number): { bytes: Buffer; view: DataView } {
  const length = count === 0 ? EMPTY_HEAD : HEAD + count * (4 + size)
  const bytes = Buffer.allocUnsafe(length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)
  view.setInt32(0, count === 0 ? 0 : 1)
  view.setInt32(4, 0)
  view.setInt32(8, type)
  if (count > 0) {
    view.setInt32(12, count)
    view.setInt32(16, 1)
  }
  return { bytes, view }
}
