import type { Db } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { findUnposted } from '@btbc/ledger/posted.ts'
import { sql } from 'kysely'

/**
 * Campaigns against the books (I21): every budget that was published was set aside once, and paid in
 * prizes or given back to the pool once. What is left of it, all reserves are asked together.
 */

const FINDINGS_MAX = 20

export async function auditCampaigns(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, async (tx) => {
    const moved = await findUnposted(tx, {
      kinds: ['campaign.reserved', 'campaign.paid', 'campaign.returned'],
      awaited: sql`
          select format('campaign:%s:reserved:%s', id, currency) as key, currency, budget as amount,
            null::integer as member_id
          from campaign_budget join campaign on campaign.id = campaign_id
          where state in ('open', 'ended', 'closed')
          union all
          select format('campaign:award:%s', id), currency, amount, member_id
          from campaign_award where state = 'paid'
          union all
          select format('campaign:%s:returned:%s', campaign_id, currency), currency, returned, null
          from campaign_budget where returned > 0`,
      most: FINDINGS_MAX,
    })
    const { rows } = await sql<{ detail: string }>`
        select format('campaign %s: %s awarded, %s in prizes', campaign_id, awarded, amount) as detail
        from campaign_budget budget cross join lateral (
          select coalesce(sum(amount), 0) as amount from campaign_award award
          where award.campaign_id = budget.campaign_id and award.currency = budget.currency
        ) prizes
        where awarded <> amount limit ${FINDINGS_MAX}`.execute(tx)
    const twice = [...moved, ...rows.map(({ detail }) => detail)]
    return twice.map((detail) => ({ rule: 'I21 each prize is promised and paid once', detail }))
  })
}
