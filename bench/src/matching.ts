/**
 * How many commands a second the book takes, against two books from npm in the same process.
 *
 * Ours runs with everything on: limits of open orders, self-trade prevention, the collar, stops
 * looked for after every trade, and every event read as the engine reads them, in batches of 1,000.
 * The peers run as they come, which is their fastest: no journal, no self-trade prevention.
 */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Book, createBook } from '@btbc/matching/book.ts'
import type { Command } from '@btbc/matching/command.ts'
import { OrderBook as HftOrderBook } from 'hft-limit-order-book'
import { OrderBook as NodejsOrderBook } from 'nodejs-order-book'
import { type Flow, makeFlow } from '#matching-flow.ts'
import { type BenchResult, median } from '#result.ts'

const ROUNDS = 3
/** Off the clock: what V8 compiled for a book is thrown away when no such book is left. */
const WARM_UP_MS = 200
const MEASURE_MS = 700
const BATCH = 1_000
const MEMORY_ORDERS = 1_000_000

/** Price and quantity of every level, best first. */
type Levels = { bids: number[][]; asks: number[][] }
/** One book that has taken the prefill; `run` takes the commands, `levels` is what is left then. */
type Loaded = { run: () => void; levels: () => Levels }
type Contender = { name: string; load: (flow: Flow) => Loaded }

const OURS = 'BTBC'
const contenders: readonly Contender[] = [
  { name: OURS, load: loadOurs },
  { name: 'nodejs-order-book', load: (flow) => loadPeer(new NodejsOrderBook(), flow) },
  { name: 'hft-limit-order-book', load: (flow) => loadPeer(new HftOrderBook(), flow) },
]

export async function run(): Promise<BenchResult> {
  const flows = [
    makeFlow('thin', 0, true),
    makeFlow('mid', 1_000, false),
    makeFlow('deep', 20_000, false),
  ]
  for (const flow of flows) compareFinalBooks(flow)
  const rates = new Map<string, number[]>()
  for (let round = 1; round <= ROUNDS; round++) {
    for (const flow of flows) {
      for (const contender of contenders) {
        const rate = measure(contender, flow)
        const name = nameOf(flow, contender)
        rates.set(name, [...(rates.get(name) ?? []), rate])
        console.error(`round ${round}: ${name} ${Math.round(rate)} per second`)
      }
    }
  }
  console.error(`${MEMORY_ORDERS} open orders: ${bytesPerOrder()} bytes each`)
  const medians = Object.fromEntries([...rates].map(([name, each]) => [name, median(each)]))
  return { bench: 'matching', ratios: ratiosOf(flows, medians), medians, unit: 'per second' }
}

function nameOf(flow: Flow, { name }: Contender): string {
  return name === OURS ? flow.name : `${flow.name} ${name}`
}

function ratiosOf(flows: readonly Flow[], medians: Record<string, number>): Record<string, number> {
  const ratios: Record<string, number> = {}
  for (const flow of flows) {
    for (const peer of contenders.filter(({ name }) => name !== OURS)) {
      const [our, their] = [medians[flow.name], medians[nameOf(flow, peer)]]
      ratios[`${flow.name} / ${peer.name}`] = (our ?? Number.NaN) / (their ?? Number.NaN)
    }
  }
  return ratios
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function measure(contender: Contender, flow: Flow): number {
  rateFor(WARM_UP_MS, contender, flow)
  return rateFor(MEASURE_MS, contender, flow)
}

/**
 * Every pass begins with a fresh book; only the commands are on the clock, and not the garbage that
 * was made before them.
 */
function rateFor(leastMs: number, { load }: Contender, flow: Flow): number {
  let spentMs = 0
  let commands = 0
  while (spentMs < leastMs) {
    const loaded = load(flow)
    collectGarbage()
    const startedAt = performance.now()
    loaded.run()
    spentMs += performance.now() - startedAt
    commands += flow.commands.length
  }
  return (commands / spentMs) * 1_000
}

/** The peers must end with the same prices and quantities, or they did other work. Warms up too. */
function compareFinalBooks(flow: Flow): void {
  const [ours, ...theirs] = contenders.map(({ name, load }) => {
    const loaded = load(flow)
    loaded.run()
    return { name, levels: JSON.stringify(loaded.levels()) }
  })
  for (const { name, levels } of theirs) {
    if (levels !== ours?.levels) throw new Error(`${name} ends ${flow.name} with another book`)
  }
}

function loadOurs({ prefill, commands }: Flow): Loaded {
  const book = createBook()
  for (const command of prefill) book.apply(command)
  return {
    run() {
      for (let start = 0; start < commands.length; start += BATCH) {
        book.events.clear()
        for (const command of commands.slice(start, start + BATCH)) book.apply(command)
        consume(book)
      }
    },
    levels() {
      const { bids, asks } = book.depth(Infinity)
      const pair = ({ price, quantity }: { price: number; quantity: number }) => [price, quantity]
      return { bids: bids.map(pair), asks: asks.map(pair) }
    },
  }
}

let consumed = 0

/** Reads of every event what the engine reads of it. */
function consume({ events }: Book): void {
  for (let row = 0; row < events.count; row++) {
    consumed += events.orderId(row) + events.owner(row) + events.remaining(row)
    if (events.kind(row) !== 'trade') continue
    consumed += events.makerId(row) + events.makerOwner(row) + events.makerRemaining(row)
    consumed += events.sequence(row) + events.price(row) * events.quantity(row)
  }
  if (!(consumed > 0)) throw new Error('There were no events')
}

type Answer = { done: readonly unknown[]; quantityLeft: number }
type Peer = {
  limit: (order: { id: string; side: 'buy' | 'sell'; size: number; price: number }) => Answer
  market: (order: { side: 'buy' | 'sell'; size: number }) => Answer
  cancel: (orderId: string) => unknown
  depth: () => [asks: [number, number][], bids: [number, number][]]
}

function loadPeer(peer: unknown, { prefill, commands }: Flow): Loaded {
  const book = peer as Peer
  for (const step of prefill.map((command) => stepOf(book, command))) step()
  const steps = commands.map((command) => stepOf(book, command))
  return {
    run() {
      for (const step of steps) step()
    },
    levels() {
      const [asks, bids] = book.depth()
      return { bids, asks }
    },
  }
}

/** The call a peer takes instead of a command, with its arguments made beforehand. */
function stepOf(book: Peer, command: Command): () => void {
  if (command.kind === 'cancel') {
    const id = `${command.orderId}`
    return () => book.cancel(id)
  }
  if (command.kind !== 'place') throw new Error(`The peers know no ${command.kind}`)
  const { orderId, side, price, quantity: size = 0 } = command
  const order = { id: `${orderId}`, side, size, price: price ?? 0 }
  return () => {
    const answer = price === undefined ? book.market(order) : book.limit(order)
    consumed += answer.done.length + answer.quantityLeft
  }
}

function bytesPerOrder(): number {
  const before = process.memoryUsage()
  const book = createBook()
  for (let n = 0; n < MEMORY_ORDERS; n++) {
    const side = n % 2 === 0 ? 'buy' : 'sell'
    const away = 1 + ((n * 7_919) % 20_000)
    const price = 6_000_000 + (side === 'buy' ? -away : away)
    book.events.clear()
    const owner = 1 + (n % 10_000)
    book.apply({ kind: 'place', orderId: n + 1, owner, side, type: 'limit', price, quantity: 1 })
  }
  const after = process.memoryUsage()
  if (book.orderCount !== MEMORY_ORDERS) throw new Error(`${book.orderCount} orders are open`)
  return Math.round((after.arrayBuffers - before.arrayBuffers) / MEMORY_ORDERS)
}
