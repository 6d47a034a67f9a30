/** A fingerprint of a book: the same orders in the same queues give the same text. */

import type { BookState } from '#command.ts'

/** `orders` in the order of the book: bids, asks, buy stops, sell stops, each from the first on. */
export function digestOf({ lastPrice, tradeSequence, orders }: BookState): string {
  const hash = new Hash()
  hash.add(lastPrice)
  hash.add(tradeSequence)
  for (const order of orders) {
    hash.add(order.orderId)
    hash.add(order.owner)
    hash.addText(order.side)
    hash.addText(order.type)
    hash.addText(order.timeInForce)
    hash.add(order.price)
    hash.add(order.stopPrice)
    hash.add(order.quantity)
    hash.add(order.remaining)
    hash.add(order.byBudget ? 1 : 0)
    hash.add(order.sequence)
  }
  return hash.toText()
}

/** Two 32-bit hashes side by side, in the manner of MurmurHash3. */
class Hash {
  #first = 0x9747b28c
  #second = 0x3c6ef372

  add(value: number): void {
    this.#mix(value | 0)
    this.#mix((value / 4_294_967_296) | 0)
  }

  addText(text: string): void {
    for (let at = 0; at < text.length; at++) this.#mix(text.charCodeAt(at))
    this.#mix(-1 - text.length)
  }

  toText(): string {
    const [first, second] = [finish(this.#first), finish(this.#second ^ this.#first)]
    return first.toString(16).padStart(8, '0') + second.toString(16).padStart(8, '0')
  }

  #mix(word: number): void {
    const first = this.#first ^ Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593)
    this.#first = (Math.imul(rotate(first, 13), 5) + 0xe6546b64) | 0
    const second = this.#second ^ Math.imul(rotate(Math.imul(word, 0x239b961b), 16), 0xab0e9789)
    this.#second = (Math.imul(rotate(second, 17) + this.#first, 5) + 0x38b34ae5) | 0
  }
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

function finish(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}
