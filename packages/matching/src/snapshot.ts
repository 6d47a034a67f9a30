/** A book as bytes, the same on every machine: a header, then 64 bytes for each order. */

import { type Book, createBook } from '#book.ts'
import type { BookOptions } from '#book-options.ts'
import type { OpenOrder } from '#command.ts'
import { flagsOf, kindOf } from '#order-flags.ts'

const VERSION = 1
const NUMBER_BYTES = 8
const HEADER_NUMBERS = 5
const DIGEST_LENGTH = 16
const HEADER_BYTES = HEADER_NUMBERS * NUMBER_BYTES + DIGEST_LENGTH
const ORDER_BYTES = 8 * NUMBER_BYTES

export function takeSnapshot(book: Book): Uint8Array {
  const { lastPrice, tradeSequence, orderSequence, orders } = book.state()
  const bytes = new Uint8Array(HEADER_BYTES + book.orderCount * ORDER_BYTES)
  const view = new DataView(bytes.buffer)
  const write = (at: number, values: readonly number[]): void =>
    values.forEach((value, n) => view.setFloat64(at + n * NUMBER_BYTES, value, true))
  write(0, [VERSION, lastPrice, tradeSequence, orderSequence, book.orderCount])
  bytes.set(new TextEncoder().encode(book.digest()), HEADER_BYTES - DIGEST_LENGTH)
  let at = HEADER_BYTES
  for (const order of orders) {
    const { orderId, owner, price, stopPrice, quantity, remaining, sequence } = order
    write(at, [orderId, owner, flagsOf(order), price, stopPrice, quantity, remaining, sequence])
    at += ORDER_BYTES
  }
  return bytes
}

/** Throws when the bytes are not a whole snapshot, or do not give the book that was taken. */
export function restoreBook(bytes: Uint8Array, options: Partial<BookOptions> = {}): Book {
  const refuse = (why: string): never => {
    throw new RangeError(`Not a snapshot of a book: ${why}`)
  }
  if (bytes.length < HEADER_BYTES) refuse('it is too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const read = (at: number, n: number): number => view.getFloat64(at + n * NUMBER_BYTES, true)
  if (read(0, 0) !== VERSION) refuse(`version ${read(0, 0)}`)
  const [lastPrice, tradeSequence, orderSequence] = [read(0, 1), read(0, 2), read(0, 3)]
  if (bytes.length !== HEADER_BYTES + read(0, 4) * ORDER_BYTES) refuse('its length is wrong')
  const orders: OpenOrder[] = []
  for (let at = HEADER_BYTES; at < bytes.length; at += ORDER_BYTES) {
    orders.push({
      orderId: read(at, 0),
      owner: read(at, 1),
      ...kindOf(read(at, 2)),
      price: read(at, 3),
      stopPrice: read(at, 4),
      quantity: read(at, 5),
      remaining: read(at, 6),
      sequence: read(at, 7),
    })
  }
  const book = createBook(options, { lastPrice, tradeSequence, orderSequence, orders })
  const digest = new TextDecoder().decode(
    bytes.subarray(HEADER_BYTES - DIGEST_LENGTH, HEADER_BYTES),
  )
  if (book.digest() !== digest) refuse('it gives another book')
  return book
}
