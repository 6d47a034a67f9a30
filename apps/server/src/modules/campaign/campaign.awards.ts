import type { Tx } from '@btbc/database/database.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { type CurrencyId, currencies, currencyCode } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { lockMembers, tellMembers } from '#modules/account/index.ts'
import { claimDue, transitionAll } from '#platform/state-machine.ts'

import { prizeCurrency, prizePaid } from './campaign.entries.ts'
import { awardStates } from './campaign.states.ts'
import type { Campaign } from './campaign.ts'
import type { Won } from './prizes.ts'

/** Prizes that were won: promised out of the budget, and paid on their day. */

const PAID_AT_ONCE = 500
const WRITTEN_AT_ONCE = 2_000

/** Writes prizes down as promised; what is of a campaign that vests is paid on its day. */
export async function promisePrizes(
  tx: Tx,
  promised: { campaign: Campaign; won: readonly Won[]; now: Date },
): Promise<void> {
  const { campaign, won, now } = promised
  const vests = campaign.vests_at && campaign.vests_at > now ? campaign.vests_at : now
  const awards = won.flatMap(({ prizeId, memberId, usdt, btbc }) => {
    const award = { campaign_id: campaign.id, prize_id: prizeId, member_id: memberId, made_at: now }
    return [
      { ...award, currency: currencies.USDT.id, amount: usdt, pays_at: now },
      { ...award, currency: currencies.BTBC.id, amount: btbc, pays_at: vests },
    ].filter(({ amount }) => amount > 0n)
  })
  for (let from = 0; from < awards.length; from += WRITTEN_AT_ONCE) {
    const some = awards.slice(from, from + WRITTEN_AT_ONCE)
    await tx.insertInto('campaign_award').values(some).execute()
  }
  for (const [currency, amount] of sumsOf(awards)) {
    await tx
      .updateTable('campaign_budget')
      .set({ awarded: sql<bigint>`awarded + ${amount}` })
      .where('campaign_id', '=', campaign.id)
      .where('currency', '=', currency)
      .execute()
  }
}

function sumsOf(rows: readonly { currency: number; amount: bigint }[]): Map<CurrencyId, bigint> {
  const sums = new Map<CurrencyId, bigint>()
  for (const { currency, amount } of rows) {
    const known = prizeCurrency(currency)
    sums.set(known, (sums.get(known) ?? 0n) + amount)
  }
  return sums
}

/** Pays prizes whose day has come, once each: state, entry and budget in one transaction. */
export async function payAwards(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const claimed = await claimDue(tx, awardStates, {
    state: 'promised',
    by: 'pays_at',
    now,
    most: PAID_AT_ONCE,
  })
  const due = await holdAwards(tx, claimed, now)
  if (due.length === 0) return claimed.length
  const ids = due.map(({ id }) => id)
  await transitionAll(tx, awardStates, ids, 'pay', { now })
  const entries = due.map(({ id: award, campaign_id: id, member_id: memberId, currency, amount }) =>
    prizePaid({ id, award, memberId, currency: prizeCurrency(currency), amount }, now),
  )
  await postBatch(tx, entries)
  await sql`
    update campaign_budget budget set paid = budget.paid + given.amount
    from (
      select campaign_id, currency, sum(amount)::bigint as amount from campaign_award
      where id = any (${ids}::integer[]) group by campaign_id, currency
    ) given
    where budget.campaign_id = given.campaign_id and budget.currency = given.currency`.execute(tx)
  const tellings = due.map(({ campaign_id: campaign, member_id: memberId, currency, amount }) => ({
    memberId,
    kind: 'campaign_paid' as const,
    facts: { campaign, amount: formatAmount(amount), currency: currencyCode(currency) },
  }))
  await tellMembers(tx, tellings, wallNow)
  return claimed.length
}

/**
 * Prizes of members whose rewards are held stay in reserve; answers the others. All of them are locked:
 * whoever undoes a hold at this moment sees what is held by it.
 */
async function holdAwards<Award extends { id: number; member_id: number }>(
  tx: Tx,
  awards: readonly Award[],
  now: Date,
): Promise<Award[]> {
  if (awards.length === 0) return []
  const members = awards.map((award) => award.member_id)
  const locked = await lockMembers(tx, members, { waits: true })
  const isHeld = (award: Award) => locked.get(award.member_id)?.areRewardsHeld === true
  const ids = awards.filter(isHeld).map(({ id }) => id)
  await transitionAll(tx, awardStates, ids, 'hold', { now })
  return awards.filter((award) => !isHeld(award))
}

/** What was held is paid as if it never had been. */
export async function releaseAwards(
  tx: Tx,
  memberIds: readonly number[],
  now: Date,
): Promise<void> {
  if (memberIds.length === 0) return
  const held = await tx
    .selectFrom('campaign_award')
    .select('id')
    .where('member_id', 'in', memberIds)
    .where('state', '=', 'held')
    .execute()
  const ids = held.map(({ id }) => id)
  await transitionAll(tx, awardStates, ids, 'release', { now })
}
