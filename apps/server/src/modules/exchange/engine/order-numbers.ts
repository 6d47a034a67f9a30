import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/** Numbers for new orders, drawn from the database in blocks that nobody else will ever get. */
export type OrderNumbers = {
  /** So that this many can be given without waiting. */
  reserve(count: number): Promise<void>
  next(): number
  /** Whatever was given is below it, and whatever is still to be given is not. */
  following(): number
  /** What is drawn is given to nobody: others may have drawn and given higher ones since. */
  clear(): void
}

/** As the sequence is made. */
export const NUMBERS_PER_BLOCK = 1_000

export function openOrderNumbers(draw: () => Promise<number>): OrderNumbers {
  let blocks: { next: number; end: number }[] = []
  let following = Number.MAX_SAFE_INTEGER
  let drawing: Promise<void> | undefined
  const left = () => blocks.reduce((sum, { next, end }) => sum + end - next, 0)
  const drawMore = () => {
    const asked = blocks
    return (drawing ??= draw()
      .then((next) => void asked.push({ next, end: next + NUMBERS_PER_BLOCK }))
      .finally(() => (drawing = undefined)))
  }
  return {
    async reserve(count) {
      while (left() < count) await drawMore()
      // The next batch need not wait for its own; if this fails, it draws them itself.
      if (left() - count < NUMBERS_PER_BLOCK) drawMore().catch(() => undefined)
    },
    next() {
      const [block] = blocks
      if (!block) throw new Error('The order numbers have run out')
      const number = block.next
      block.next += 1
      if (block.next === block.end) blocks.shift()
      following = number + 1
      return number
    },
    following: () => following,
    clear() {
      // One that is being drawn now goes where nobody looks any more.
      blocks = []
      following = Number.MAX_SAFE_INTEGER
    },
  }
}

/** The first of the next block. */
export async function drawBlock(db: Db): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    select nextval('exchange_order_number')::float8 as first`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The sequence of order numbers gave none')
  return row.first
}
