import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import path from 'node:path'

import type { Checkout, OrderTruth, ProviderEvent, ProviderTotals } from './protocol.ts'

/** The provider's own books: a journal of lines, of which everything it knows is made at start. */

export const WAYS = ['pay', 'late', 'less', 'more', 'cancel'] as const
export type Way = (typeof WAYS)[number]

/** What is paid of what was asked for. */
export function paidBy(way: Way, asked: bigint): bigint {
  if (way === 'less') return (asked + 1n) / 2n
  return way === 'more' ? asked + asked / 2n : asked
}

type Order = Checkout & { truth: OrderTruth }

type Line =
  | { line: 'opened'; checkout: Checkout }
  | { line: 'closed'; truth: OrderTruth; event: ProviderEvent }
  | { line: 'acknowledged'; event: string }

export type ProviderBooks = {
  open(checkout: Checkout): Order
  /** Pays or cancels an open order; undefined when it is closed already. */
  close(order: string, way: Way, at: Date): ProviderEvent | undefined
  truthOf(order: string): OrderTruth
  acknowledge(event: string): void
  unacknowledged(): ProviderEvent[]
  totals(): ProviderTotals
}

const LATE_MS = 60 * 60 * 1000
const UNITS = 10n ** 8n

/** Keeps the journal in this directory; without one it is forgotten at the end. */
export function openProviderBooks(directory: string | undefined): ProviderBooks {
  const orders = new Map<string, Order>()
  const waiting = new Map<string, ProviderEvent>()
  const apply = (line: Line): void => {
    if (line.line === 'acknowledged') waiting.delete(line.event)
    else if (line.line === 'opened') {
      const { checkout } = line
      orders.set(checkout.order, {
        ...checkout,
        truth: { ...nothingOf(checkout.order), state: 'open' },
      })
    } else {
      const order = orders.get(line.truth.order)
      if (order) order.truth = line.truth
      waiting.set(line.event.id, line.event)
    }
  }
  const append = directory === undefined ? undefined : openJournal(directory, apply)
  const write = (line: Line): void => {
    append?.(line)
    apply(line)
  }
  const known = (order: string): Order | undefined => orders.get(order)
  return {
    open(checkout) {
      if (!known(checkout.order)) write({ line: 'opened', checkout })
      return known(checkout.order) ?? { ...checkout, truth: nothingOf(checkout.order) }
    },
    close(order, way, at) {
      const found = known(order)
      if (found?.truth.state !== 'open') return undefined
      const truth = outcomeOf(found, way, at)
      const event: ProviderEvent = {
        id: `evt_${randomBytes(12).toString('hex')}`,
        kind: truth.state === 'paid' ? 'payment.paid' : 'payment.cancelled',
        order,
        amount: truth.received,
      }
      write({ line: 'closed', truth, event })
      return event
    },
    truthOf: (order) => known(order)?.truth ?? nothingOf(order),
    acknowledge: (event) =>
      waiting.has(event) ? write({ line: 'acknowledged', event }) : undefined,
    unacknowledged: () => [...waiting.values()],
    totals() {
      const paid = [...orders.values()].filter(({ truth }) => truth.state === 'paid')
      const received = sum(paid.map(({ truth }) => truth.received))
      const open = sum([...waiting.values()].map(({ amount }) => amount))
      return {
        received: write8(received),
        acknowledged: write8(received - open),
        payments: paid.length,
      }
    },
  }
}

/**
 * A line that a full disk or the end of the machine cut off was never said to anybody. It is taken away,
 * or the next one would be glued to it, and both be lost.
 */
function openJournal(directory: string, read: (line: Line) => void): (line: Line) => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = path.join(directory, 'journal.jsonl')
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  let whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) truncateSync(file, whole)
  const texts = bytes.toString('utf8', 0, whole).split('\n').slice(0, -1)
  for (const text of texts) read(JSON.parse(text) as Line)
  return (line) => {
    const text = `${JSON.stringify(line)}\n`
    try {
      appendFileSync(file, text, { flush: true })
    } catch (error) {
      if (existsSync(file)) truncateSync(file, whole)
      throw error
    }
    whole += Buffer.byteLength(text)
  }
}

function nothingOf(order: string): OrderTruth {
  return { order, state: 'unknown', received: '0.00000000', payment: null, paidAt: null }
}

function outcomeOf(order: Order, way: Way, at: Date): OrderTruth {
  if (way === 'cancel') return { ...order.truth, state: 'cancelled' }
  const paidAt =
    way === 'late' ? new Date(Math.max(at.getTime(), Date.parse(order.expiresAt)) + LATE_MS) : at
  return {
    order: order.order,
    state: 'paid',
    received: write8(paidBy(way, read8(order.amount))),
    payment: `pay_${randomBytes(12).toString('hex')}`,
    paidAt: paidAt.toISOString(),
  }
}

function read8(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * UNITS + BigInt(fraction.padEnd(8, '0'))
}

function write8(units: bigint): string {
  return `${units / UNITS}.${String(units % UNITS).padStart(8, '0')}`
}

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + read8(amount), 0n)
}
