import { mostHeld } from './admission.ts'
import { changeAccountId } from './balances.ts'
import type { Batch } from './batch.ts'
import { type EngineOrder, isOpen } from './engine-order.ts'
import type { MarketState } from './market-state.ts'
import { findMarket } from '../markets.ts'
import type { Command } from './queue.ts'
import type { SettledMarket, Settlement } from './settlement.ts'

/** What a batch needs of the books, and what of it is to be settled. */

/** What orders placed here hold from an account at the most; undefined where only the book can say. */
export type Need = { id: number; memberId: number; needed: bigint | undefined }

/**
 * The accounts that orders placed here hold from, in the order of their ids, each once. What an
 * account receives is added without a look at it.
 */
export function needsOf(commands: readonly Command[]): Need[] {
  const needs = new Map<number, Need>()
  for (const command of commands) {
    if (command.kind !== 'place') continue
    for (const order of command.orders) {
      const market = findMarket(order.marketId)
      if (!market) continue
      const { memberId, side } = order
      const id = changeAccountId(memberId, side === 'buy' ? market.quote : market.base)
      const more = mostHeld(order, market)
      const need = needs.get(id)
      if (!need) needs.set(id, { id, memberId, needed: more })
      else if (need.needed === undefined || more === undefined) need.needed = undefined
      else need.needed += more
    }
  }
  return [...needs.values()].toSorted((a, b) => a.id - b.id)
}

/** `number` tells this batch from others under the same epoch; `isKnown` says which accounts are open. */
export function settlementOf(
  batch: Batch,
  parts: {
    number: number
    getState: (marketId: number) => MarketState
    isKnown: (account: number) => boolean
  },
): Settlement {
  const states = new Set<MarketState>()
  const opened: EngineOrder[] = []
  const changed: EngineOrder[] = []
  const removed: EngineOrder[] = []
  for (const order of batch.touched.keys()) {
    states.add(parts.getState(order.market.id))
    if (isOpen(order)) (order.isStored ? changed : opened).push(order)
    else if (order.isStored) removed.push(order)
  }
  const markets = [...states].map((state): SettledMarket => {
    const { ended = [], trades = [] } = batch.markets.get(state) ?? {}
    const { market, epoch, matched, endedCount } = state
    return { marketId: market.id, epoch, sequence: matched + 1, ended, endedCount, trades }
  })
  const nets = batch.balances.nets()
  return {
    name: `${markets[0]?.epoch}:${markets[0]?.marketId}:${parts.number}`,
    at: batch.at,
    nets,
    unopened: [nets.held, nets.settled].flatMap(({ accounts }) =>
      accounts.filter((id) => !parts.isKnown(id)),
    ),
    opened,
    changed,
    removed,
    markets,
  }
}
