/** Orders of 10,000 members who meet around one price: half rest first, half take, all get filled. */

import type { Db } from '@btbc/database/database.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import type { NewOrder } from '../../apps/server/src/modules/exchange/exchange.ts'

export const TRADERS = 10_000
const ENTRIES_AT_ONCE = 5_000
const TICK = UNIT / 100n
const LOT = UNIT / 100_000n
const PRICE = 60_000n * UNIT
const SPREAD_TICKS = 10
const LOTS_MAX = 100

const { BTC, USDT } = currencies

/** The first of them may stand alone on one side of the book for a whole run, and only ever pay. */
const ONE_SIDED = 600
const USDT_ONE_SIDED = 800_000n
const USDT_EACH = 40_000n
const BTC_EACH = 10n

/** What `chain` may give is limited, so not everybody is rich. */
export async function fundTraders(db: Db, count = TRADERS): Promise<void> {
  const at = new Date()
  const grants = Array.from({ length: count }, (_, n): Entry => {
    const grant = (currency: CurrencyId, coins: bigint) => ({
      from: houseAccount('pool:treasury', currency),
      to: memberAccount(n + 1, 'change', currency),
      amount: coins * UNIT,
    })
    const usdt = n < ONE_SIDED ? USDT_ONE_SIDED : USDT_EACH
    const moves = [grant(USDT.id, usdt), grant(BTC.id, BTC_EACH)]
    return { key: `fund:${n}`, kind: 'genesis.sample_granted', at, memberId: n + 1, moves }
  })
  await postInParts(db, [fillTreasury(grants, at), ...grants])
}

/** What the treasury is given first, so that it can grant this. */
export function fillTreasury(grants: readonly Entry[], at: Date): Entry {
  const sums = new Map<CurrencyId, bigint>()
  for (const { from, amount } of grants.flatMap(({ moves }) => moves)) {
    if (from.purpose !== 'pool:treasury') continue
    sums.set(from.currency, (sums.get(from.currency) ?? 0n) + amount)
  }
  const moves = [...sums].map(([currency, amount]) => ({
    from: houseAccount('chain', currency),
    to: houseAccount('pool:treasury', currency),
    amount,
  }))
  return { key: 'fund:treasury', kind: 'genesis.treasury_filled', at, moves }
}

export async function postInParts(db: Db, entries: readonly Entry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += ENTRIES_AT_ONCE) {
    const part = entries.slice(start, start + ENTRIES_AT_ONCE)
    await db.transaction().execute((tx) => postBatch(tx, part))
  }
}

let state = 12_345

/** Always the same numbers: a run can be repeated. */
function draw(below: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}

/** Any buy reaches any sell, so that what rests is only what one side has too much of. */
export function nextOrder(side: NewOrder['side'] = draw(2) === 0 ? 'buy' : 'sell'): NewOrder {
  const away = BigInt(draw(SPREAD_TICKS)) * TICK
  return {
    memberId: 1 + draw(TRADERS),
    marketId: BTC.id,
    side,
    type: 'limit',
    price: side === 'buy' ? PRICE + away : PRICE - away,
    quantity: BigInt(2 + draw(LOTS_MAX)) * LOT,
  }
}

/** Every trader in turn, buying below and selling above, so that nothing ever trades. */
export function nextRestingOrder(): NewOrder {
  resting += 1
  const side = resting % 2 === 0 ? 'buy' : 'sell'
  const away = BigInt(SPREAD_TICKS + draw(RESTING_TICKS)) * TICK
  return {
    memberId: 1 + (resting % TRADERS),
    marketId: BTC.id,
    side,
    type: 'limit',
    price: side === 'buy' ? PRICE - away : PRICE + away,
    quantity: 2n * LOT,
  }
}

const RESTING_TICKS = 50_000
let resting = 0
