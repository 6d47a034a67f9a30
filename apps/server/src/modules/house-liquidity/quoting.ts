import type { Db } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { BPS } from '@btbc/money/amount.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import type { Exchange, Market, Outcome } from '#modules/exchange/index.ts'
import { singleFlight } from '#platform/background.ts'

import { firstInventory, laterInventory } from './house-liquidity.entries.ts'
import { readWalks } from './house-liquidity.ts'
import { type Inventory, type Quote, quotesAround } from './quotes.ts'
import { dayOf, stepOf } from './walk.ts'

/** Keeps the house's quotes in the book near the walk, through the same calls as everybody. */

/** Quotes follow when the price has moved this far: on an idle machine about once a minute. */
const MOVED_BPS = 5n

export type Quoting = {
  /** Replaces the quotes of every market that moved or traded; answers of how many. */
  refresh(now: Date): Promise<number>
  stop(): void
}

export function startQuoting(parts: { db: Db; exchange: Exchange; memberId: number }): Quoting {
  const { db, exchange, memberId } = parts
  /** The price that the quotes of a market stand around; absent when they have to be replaced. */
  const quoted = new Map<number, bigint>()
  /** Halted markets in which the house has no quotes any more. */
  const stilled = new Set<number>()
  let walks: { day: string; of: Awaited<ReturnType<typeof readWalks>> } | undefined

  const stop = exchange.onBatch(({ markets }) => {
    for (const { marketId, trades } of markets) {
      const isOurs = trades.some(({ makerId, takerId }) => [makerId, takerId].includes(memberId))
      if (isOurs) quoted.delete(marketId)
    }
  })
  const findMid = async (marketId: number, now: Date): Promise<bigint | undefined> => {
    const day = dayOf(now)
    if (walks?.day !== day || walks.of.size < exchange.markets.length) {
      walks = { day, of: await readWalks(db, day, exchange.markets) }
    }
    return walks.of.get(marketId)?.(stepOf(now))
  }
  const refresh = async (now: Date): Promise<number> => {
    if (!exchange.isOpen()) {
      // Who has the markets meanwhile may quote otherwise.
      quoted.clear()
      return 0
    }
    let replaced = 0
    for (const market of exchange.markets) {
      if (exchange.isHalted(market.id)) {
        if (!stilled.has(market.id)) await exchange.cancelAll(memberId, market.id)
        stilled.add(market.id)
        quoted.delete(market.id)
        continue
      }
      stilled.delete(market.id)
      const mid = await findMid(market.id, now)
      if (mid === undefined || !hasMoved(quoted.get(market.id), mid)) continue
      const quotes = quotesAround(market, mid, await readInventory(db, memberId, market))
      quoted.set(market.id, mid)
      const outcomes = await replaceQuotes(exchange, { memberId, market, quotes })
      const isDone = outcomes.every(({ outcome }) => outcome === 'accepted')
      // Refused ones, as after a fill in between, are offered again the next time.
      if (!isDone) quoted.delete(market.id)
      replaced += 1
    }
    return replaced
  }
  // Two at once would both take back and both place.
  return { refresh: singleFlight(refresh), stop }
}

function hasMoved(quoted: bigint | undefined, mid: bigint): boolean {
  if (quoted === undefined) return true
  const distance = mid > quoted ? mid - quoted : quoted - mid
  return distance * BPS >= quoted * MOVED_BPS
}

async function readInventory(db: Db, memberId: number, market: Market): Promise<Inventory> {
  const read = async (currency: CurrencyId): Promise<bigint> => {
    const account = memberAccount(memberId, 'change', currency)
    const { available, held } = await balanceOf(db, account)
    return available + held
  }
  const atFirst = (currency: CurrencyId): bigint =>
    [...firstInventory, ...laterInventory].find((each) => each.currency === currency)?.amount ?? 0n
  return {
    base: await read(market.base),
    quote: await read(market.quote),
    baseAtFirst: atFirst(market.base),
    quoteAtFirst: atFirst(market.quote),
  }
}

/** Both are handed in at once: the old quotes go in the batch in which the new ones come. */
async function replaceQuotes(
  exchange: Exchange,
  { memberId, market, quotes }: { memberId: number; market: Market; quotes: readonly Quote[] },
): Promise<Outcome[]> {
  const cancelled = exchange.cancelAll(memberId, market.id)
  const placed =
    quotes.length === 0
      ? []
      : exchange.placeMany(
          quotes.map((quote) => ({ ...quote, memberId, marketId: market.id, type: 'limit' })),
        )
  const [, outcomes] = await Promise.all([cancelled, placed])
  return outcomes
}
