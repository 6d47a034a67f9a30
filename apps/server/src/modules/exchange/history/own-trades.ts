import type { Db } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

import type { OwnFill, OwnTrades, OwnTradesAsked } from '../exchange.ts'
import { LAST_ID } from './moments.ts'
import { readFill, tradeColumns, type TradeRow } from './trades.ts'
import { markets } from '../markets.ts'

/**
 * A member's own trades over all markets, newest first, page by page. Ids count in each market for
 * itself, so that a page ends at an id in each of them: those are the cursor. What is traded while
 * somebody turns pages is above all of them, and moves nothing.
 */

/** So many of each market are looked at for one page: a side may be rare among them. */
const SOUGHT_MAX = 400

type Stretch = { marketId: number; before: bigint; fills: OwnFill[]; isCut: boolean }

export async function readOwnTrades(
  db: Db,
  memberId: number,
  { marketId, side, limit, cursor }: OwnTradesAsked,
): Promise<OwnTrades> {
  const stretches: Stretch[] = []
  for (const { id } of markets) {
    if (marketId !== undefined && marketId !== id) continue
    // A market that was not there at the first page is newer than all of it.
    const before = cursor === undefined ? LAST_ID : (cursor.get(id) ?? 1n)
    const count = side === undefined ? limit + 1 : SOUGHT_MAX
    const { rows } = await ownTradesQuery({ memberId, marketId: id, before, count }).execute(db)
    const fills = rows.map((row) => readFill(row, memberId))
    const newest = fills[0]
    stretches.push({
      marketId: id,
      before: before === LAST_ID ? BigInt(newest?.tradeId ?? 0) + 1n : before,
      fills,
      isCut: rows.length === count,
    })
  }
  return takePage(stretches, { side, limit })
}

/** The newest of all markets, until the page is full or it is not known what comes next. */
function takePage(
  stretches: readonly Stretch[],
  { side, limit }: { side: OwnFill['side'] | undefined; limit: number },
): OwnTrades {
  const taken = new Map(stretches.map((stretch) => [stretch, 0]))
  const fills: OwnFill[] = []
  const headOf = (stretch: Stretch) => stretch.fills[taken.get(stretch) ?? 0]
  while (fills.length < limit) {
    const newest = newestOf(stretches, headOf)
    const fill = newest && headOf(newest)
    if (!newest || !fill) break
    if (side === undefined || fill.side === side) fills.push(fill)
    const count = (taken.get(newest) ?? 0) + 1
    taken.set(newest, count)
    if (newest.isCut && count === newest.fills.length) break
  }
  const isAll = stretches.every(
    (stretch) => !stretch.isCut && taken.get(stretch) === stretch.fills.length,
  )
  if (isAll) return { fills }
  return {
    fills,
    next: new Map(
      stretches.map((stretch) => {
        const last = stretch.fills[(taken.get(stretch) ?? 0) - 1]
        return [stretch.marketId, last ? BigInt(last.tradeId) : stretch.before]
      }),
    ),
  }
}

function newestOf(
  stretches: readonly Stretch[],
  headOf: (stretch: Stretch) => OwnFill | undefined,
): Stretch | undefined {
  let newest: Stretch | undefined
  let at = -Infinity
  for (const stretch of stretches) {
    const time = headOf(stretch)?.at.getTime() ?? -Infinity
    if (time > at) [newest, at] = [stretch, time]
  }
  return newest
}

/**
 * Lists of ids do not overlap, so that they are read backwards from the one that has the place, and
 * no further than the rows that are wanted.
 */
export function ownTradesQuery(asked: {
  memberId: number
  marketId: number
  before: bigint
  count: number
}): RawBuilder<TradeRow> {
  const { memberId, marketId, before, count } = asked
  return sql<TradeRow>`
    select own.id, ${tradeColumns}
    from (
      select o.id
      from (
        select ids, last_id from exchange_trades_of_member
        where member_id = ${memberId} and market_id = ${marketId}
          and last_id <= coalesce((
            select c.last_id from exchange_trades_of_member c
            where c.member_id = ${memberId} and c.market_id = ${marketId}
              and c.last_id >= ${before - 1n}
            order by c.last_id limit 1
          ), ${before})
        order by last_id desc limit ${count + 1}
      ) l
      cross join unnest(l.ids) as o (id)
      where o.id < ${before}
      order by l.last_id desc, o.id desc limit ${count}
    ) own
    cross join lateral (
      select * from exchange_trade_batch
      where market_id = ${marketId} and first_id <= own.id order by first_id desc limit 1
    ) b
    cross join lateral (select (own.id - b.first_id + 1)::integer) as at (p)
    order by own.id desc`
}
