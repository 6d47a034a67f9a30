import { expect, test } from 'vitest'
import { withDefaults } from '#book-options.ts'
import { createBook } from '#book.ts'
import type { Command } from '#command.ts'
import type { MatchEvent } from '#events.ts'
import { NaiveBook } from '#naive-book.ts'
import { type FlowShape, randomFlow, randomFrom } from '#random-flow.ts'
import { restoreBook, takeSnapshot } from '#snapshot.ts'

/** The book against the naive one, command by command. BTBC_CAMPAIGN=1 runs all of it. */
const COMMANDS = process.env['BTBC_CAMPAIGN'] === '1' ? 320_000 : 20_000
const TIMEOUT_MS = 1_800_000
const DIGEST_EVERY = 50
const RESTORE_EVERY = 1_000

const usual: FlowShape = {
  owners: 40,
  middle: 10_000,
  spread: 30,
  quantityMax: 100,
  firstId: 1,
  stopPercent: 8,
}
const few = { ordersMax: 250, ordersPerOwnerMax: 20 }

const markets: Record<string, { shape: Partial<FlowShape>; options?: object }> = {
  'a market like others': { shape: {} },
  'a market of two who mostly meet themselves': { shape: { owners: 2 } },
  'a market of one': { shape: { owners: 1 }, options: { ordersPerOwnerMax: 300 } },
  'prices at the very bottom': { shape: { middle: 12, spread: 11 } },
  'prices at the very top': { shape: { middle: 2 ** 27 - 40, spread: 40, owners: 400 } },
  'prices far apart': { shape: { middle: 2 ** 26, spread: 2 ** 26 - 1 } },
  'a collar that bites': { shape: { middle: 500, spread: 80 }, options: { collarBps: 200 } },
  'mostly stops': { shape: { stopPercent: 60, owners: 100 } },
  'the largest quantities': { shape: { quantityMax: 4_000_000_000, spread: 100 } },
  'ids beyond 32 bits': { shape: { firstId: 2 ** 52, stopPercent: 20 } },
}

for (const [seed, [name, { shape, options }]] of Object.entries(markets).entries()) {
  test(`${name}: both books say and hold the same`, { timeout: TIMEOUT_MS }, () => {
    compare(seed, { ...usual, ...shape }, { ...few, ...options })
  })
}

function compare(seed: number, shape: FlowShape, options: object): void {
  const next = randomFlow(randomFrom(seed), shape)
  const naive = new NaiveBook(withDefaults(options))
  let book = createBook(options)
  let trades = 0
  for (let step = 1; step <= COMMANDS; step++) {
    const command = next()
    const where = `seed ${seed}, step ${step}: ${JSON.stringify(command)}`
    naive.events = []
    book.events.clear()
    naive.apply(command)
    book.apply(command)
    const events = book.events.toArray()
    if (JSON.stringify(events, sorted) !== JSON.stringify(naive.events, sorted))
      expect(events, where).toEqual(naive.events)
    checkEvents(events, command, where)
    trades += events.filter(({ kind }) => kind === 'trade').length
    if (book.bestAsk !== 0 && book.bestBid >= book.bestAsk) throw new Error(`crossed: ${where}`)
    if (step % DIGEST_EVERY === 0 && book.digest() !== naive.digest())
      expect([...book.state().orders], where).toEqual([...naive.state().orders])
    if (step % RESTORE_EVERY === 0) book = restoreBook(takeSnapshot(book), options)
  }
  expect(book.digest()).toBe(naive.digest())
  expect(trades > 0).toBe(shape.owners > 1)
}

/** What must be true of the events alone, whatever another book says. */
function checkEvents(events: readonly MatchEvent[], command: Command, where: string): void {
  for (const event of events) {
    const values = Object.values(event).filter((value) => typeof value === 'number')
    if (!values.every((value) => Number.isSafeInteger(value) && value >= 0))
      throw new Error(`not a whole number: ${JSON.stringify(event)}, ${where}`)
    if (event.kind !== 'trade') continue
    if (event.owner === event.makerOwner) throw new Error(`self-trade: ${where}`)
    if (command.kind !== 'place' || event.orderId !== command.orderId) continue
    const { side, price = side === 'buy' ? Infinity : 0 } = command
    if (side === 'buy' ? event.price > price : event.price < price)
      throw new Error(`a trade outside the limit: ${where}`)
  }
}

/** Keys in one order, so that equal events give equal text. */
function sorted(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
