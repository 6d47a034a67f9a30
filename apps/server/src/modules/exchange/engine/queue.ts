import { Refusal } from '@btbc/contract/refusals.ts'

import type { Batch, Parts } from './batch.ts'
import { amend, cancel, cancelAll, type Draft, place } from './commands.ts'
import type { NewOrder, OrderName, Outcome } from '../exchange.ts'

/** What waits for the next batch. */
export type Command = (
  | { kind: 'place'; orders: readonly NewOrder[] }
  | { kind: 'cancel'; name: OrderName }
  | { kind: 'cancel_all'; memberId: number; marketId: number | undefined }
  | { kind: 'amend'; amendment: OrderName & { quantity: bigint } }
) & { answer: (outcomes: Outcome[]) => void }

/** How many orders a batch takes, and how many may wait for one. */
const BATCH_ORDERS_MAX = 1_000
const WAITING_ORDERS_MAX = 20_000
/** A batch costs as much as some fifty orders whatever its size. */
const FULL_AT = 250

export type Queue = {
  /** False when there is no room: nothing was queued. */
  add(command: Command): boolean
  /** Takes what arrived so far, at most one batch and at most so many commands. */
  take(commandsMax?: number): Command[]
  /** Puts back what was taken: it comes first. */
  putBack(commands: readonly Command[]): void
  isEmpty(): boolean
  /** Whether so much waits that nobody gains by waiting for more. */
  isBatchFull(): boolean
}

export function openQueue(batchOrdersMax = BATCH_ORDERS_MAX): Queue {
  let waiting: Command[] = []
  let weight = 0
  return {
    add(command) {
      if (weight >= WAITING_ORDERS_MAX) return false
      waiting.push(command)
      weight += weightOf(command)
      return true
    },
    take(commandsMax = Infinity) {
      let orders = 0
      let count = 0
      for (const command of waiting) {
        const isFull = orders + weightOf(command) > batchOrdersMax
        if (count > 0 && (isFull || count === commandsMax)) break
        orders += weightOf(command)
        count += 1
      }
      const taken = waiting.slice(0, count)
      waiting = waiting.slice(count)
      weight -= orders
      return taken
    },
    putBack(commands) {
      waiting = [...commands, ...waiting]
      for (const command of commands) weight += weightOf(command)
    },
    isEmpty: () => waiting.length === 0,
    isBatchFull: () => weight >= Math.min(batchOrdersMax, FULL_AT),
  }
}

/** How many new orders they bring, at most. */
export function countNew(commands: readonly Command[]): number {
  return commands.reduce(
    (sum, command) => sum + (command.kind === 'place' ? command.orders.length : 0),
    0,
  )
}

export function run(parts: Parts, batch: Batch, command: Command): Draft[] {
  switch (command.kind) {
    case 'place':
      return command.orders.map((order) => place(parts, batch, order))
    case 'cancel':
      return [cancel(parts, batch, command.name)]
    case 'cancel_all':
      return cancelAll(parts, batch, command.memberId, command.marketId)
    case 'amend':
      return [amend(parts, batch, command.amendment)]
  }
}

/** The same outcome for everything the command asked for. */
export function answerAll(command: Command, outcome: 'try_again' | 'internal' | 'unknown'): void {
  const one: Outcome =
    outcome === 'unknown'
      ? { outcome: 'unknown' }
      : { outcome: 'refused', refusal: new Refusal(outcome) }
  command.answer(command.kind === 'place' ? command.orders.map(() => one) : [one])
}

/** A member may have 200 open orders in a market; cancelling them all counts as a few orders. */
function weightOf(command: Command): number {
  if (command.kind === 'place') return command.orders.length
  return command.kind === 'cancel_all' ? 50 : 1
}
