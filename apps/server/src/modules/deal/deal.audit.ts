import type { Db, Tx } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { findUnposted, sumNoted } from '@btbc/ledger/posted.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

/**
 * Offers and deals against the books, recomputed from their rows (I12): the escrow of an offer is what
 * its running deals are about, each deal gave its buyer once what it says, and what an offer was given
 * and did not pay out is its stock and escrow. That all of it is held, is I5.
 */

const FINDINGS_MAX = 20

export async function auditDeals(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, async (tx) => {
    const { rows: escrow } = await sql<{ detail: string }>`
        select format('offer %s: %s in escrow, %s in deals; %s of first ones, %s in them',
          id, in_deals, running, in_first_deals, first) as detail
        from (
          select offer.id, in_deals, in_first_deals, coalesce(sum(deal.number), 0) as running,
            coalesce(sum(deal.number) filter (where is_first), 0) as first
          from offer left join deal on deal.offer_id = offer.id and deal.closed_at is null
          group by offer.id
        ) both_sides where in_deals <> running or in_first_deals <> first limit ${FINDINGS_MAX}`.execute(
      tx,
    )
    const held = await findUnheld(tx)
    const ended = await findUnposted(tx, {
      kinds: ['deal.released', 'deal.split'],
      awaited: sql`
          select format('deal:%s:ended', id) as key, ${currencies.USDT.id}::integer as currency,
            to_buyer as amount, buyer_id as member_id
          from deal where to_buyer > 0`,
      most: FINDINGS_MAX,
    })
    return [
      ...escrow.map(({ detail }) => ({
        rule: 'I12 the escrow of an offer is its deals',
        detail,
      })),
      ...held.map((detail) => ({ rule: 'I12 stock and escrow are what is held', detail })),
      ...ended.map((detail) => ({ rule: 'I12 a deal gives its buyer once', detail })),
    ]
  })
}

/** The tallies of sellers against their deals. */
export async function auditDealFigures(db: Db): Promise<Finding[]> {
  const found = await auditAtOneMoment(db, findMiscounted)
  return found.map((detail) => ({ rule: 'figures are counted from deals', detail }))
}

/** Tallies that are not what their deals are; of the oldest day a part may be forgotten. */
async function findMiscounted(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ detail: string }>`
    with sold as (
      select seller_id, day, completed + split as deals, completed
      from (
        select seller_id, (closed_at at time zone 'UTC')::date as day,
          count(distinct buyer_id) filter (where state = 'finished') as completed,
          count(*) filter (where state = 'split') as split
        from deal where is_counted and state in ('finished', 'split') group by 1, 2
      ) ended
    ), tallied as (
      select seller_id, day, sum(deals) as deals,
        coalesce(sum(deals) filter (where minutes >= 0), 0) as completed
      from deal_tally where seller_id > 0 group by 1, 2
    )
    select format('seller %s, %s: %s deals tallied, %s in its rows', seller_id, day,
      tallied.deals, sold.deals) as detail
    from tallied full join sold using (seller_id, day)
    where day > (select min(day) from deal_tally)
      and (tallied.deals, tallied.completed) is distinct from (sold.deals, sold.completed)
    limit ${FINDINGS_MAX}`.execute(tx)
  return rows.map(({ detail }) => detail)
}

/** Offers that have more or less than their entries gave and took. */
async function findUnheld(tx: Tx): Promise<string[]> {
  const stocked = await sumNoted(tx, { kinds: ['offer.stocked'], note: 'offer' })
  const taken = await sumNoted(tx, {
    kinds: ['offer.unstocked', 'deal.released', 'deal.split'],
    note: 'offer',
  })
  const rows = await tx.selectFrom('offer').select(['id', 'stock', 'in_deals']).execute()
  return rows
    .map(({ id, stock, in_deals: inDeals }) => {
      const booked = (stocked.get(id) ?? 0n) - (taken.get(id) ?? 0n)
      const kept = stock + inDeals
      return booked === kept ? '' : `offer ${id}: ${booked} by its entries, ${kept} in its row`
    })
    .filter((detail) => detail !== '')
    .slice(0, FINDINGS_MAX)
}
