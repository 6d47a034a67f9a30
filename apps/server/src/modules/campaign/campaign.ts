import type { PrizeKind } from '@btbc/contract/campaign-rules.ts'
import { prizeKinds } from '@btbc/contract/campaign-rules.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Campaign as CampaignTable, CampaignPrize } from '@btbc/database/tables.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { type Selectable, sql } from 'kysely'

import { prizeCurrency } from './campaign.entries.ts'

/** Campaigns with their prizes and budgets, as others of this room read them. */

export type Campaign = Selectable<CampaignTable>
export type PrizeRow = Omit<Selectable<CampaignPrize>, 'kind'> & { kind: PrizeKind }

export async function getCampaign(tx: Tx, id: number): Promise<Campaign> {
  const found = await tx
    .selectFrom('campaign')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'not in', ['proposed', 'dropped'])
    .executeTakeFirst()
  if (!found) throw new Refusal('campaign_not_found')
  return found
}

export async function prizesOf(tx: Tx, campaignId: number): Promise<PrizeRow[]> {
  const rows = await tx
    .selectFrom('campaign_prize')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .orderBy('id')
    .execute()
  return rows.map(readKind)
}

export async function getPrize(tx: Tx, id: number): Promise<PrizeRow> {
  const row = await tx
    .selectFrom('campaign_prize')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return readKind(row)
}

function readKind(row: Selectable<CampaignPrize>): PrizeRow {
  const kind = prizeKinds.find((each) => each === row.kind)
  if (kind === undefined) throw new Error(`a prize for ${row.kind}`)
  return { ...row, kind }
}

export async function budgetsOf(tx: Tx, campaignId: number) {
  const budgets = await budgetsOfEach(tx, [campaignId])
  return budgets.get(campaignId) ?? []
}

export async function budgetsOfEach(tx: Tx, campaignIds: readonly number[]) {
  const budgets = await tx
    .selectFrom('campaign_budget')
    .select(['campaign_id', 'currency', 'budget', 'awarded', 'paid', 'returned'])
    .where((row) => row('campaign_id', '=', row.fn.any(row.val(campaignIds))))
    .orderBy('currency')
    .execute()
  const each = budgets.map(({ campaign_id, ...budget }) => ({ campaign_id, budget }))
  const grouped = Map.groupBy(each, ({ campaign_id }) => campaign_id)
  return new Map([...grouped].map(([id, of]) => [id, of.map(({ budget }) => budget)]))
}

/** What published campaigns still promise, by currency. */
export async function sumCampaignPromises(tx: Tx): Promise<Map<CurrencyId, bigint>> {
  const { rows } = await sql<{ currency: number; sum: bigint }>`
    select currency, sum(budget - paid - returned)::bigint as sum
    from campaign_budget join campaign on campaign.id = campaign_id
    where state in ('open', 'ended', 'closed') group by currency`.execute(tx)
  return new Map(rows.map(({ currency, sum }) => [prizeCurrency(currency), sum]))
}
