import type { Db } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { sumKept } from '@btbc/ledger/posted.ts'
import { type CurrencyId, currencies, getCurrency } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

/**
 * Trades against the books (I8): what both sides of all trades paid in fees is what batches have brought
 * the house, the rest of a unit in `dust` included. That a batch moves nothing else of the house, is I25.
 */

export async function auditTrades(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, async (tx) => {
    const kept = await sumKept(tx, { kind: 'trade.settled', purposes: ['fees', 'dust'] })
    // Who buys pays in the coin of the market, who sells in USDT.
    const { rows } = await sql<{ currency: CurrencyId; fees: bigint }>`
      select currency, sum(fee)::bigint as fees
      from exchange_trade_batch
      cross join unnest(taker_sells, maker_fee, taker_fee) as trade (taker_sells, maker_fee, taker_fee)
      cross join lateral (
        values (market_id, case when trade.taker_sells then trade.maker_fee else trade.taker_fee end),
          (${currencies.USDT.id}::integer,
            case when trade.taker_sells then trade.taker_fee else trade.maker_fee end)
      ) paid (currency, fee)
      group by currency`.execute(tx)
    const paid = new Map(rows.map(({ currency, fees }) => [currency, fees]))
    return Object.values(currencies).flatMap(({ id }) => {
      const [inTrades, inBooks] = [paid.get(id) ?? 0n, kept.get(id) ?? 0n]
      if (inTrades === inBooks) return []
      const detail = `${inTrades} ${getCurrency(id).code} in trades, ${inBooks} in the books`
      const rule = 'I8 what trades cost is in fees and dust'
      return [{ rule, detail, about: { currency: id } }]
    })
  })
}
