import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import type { Finding } from '@btbc/ledger/audit.ts'
import { findUnposted, findUnreserved } from '@btbc/ledger/posted.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { sumPromised } from './campaign.ts'

/**
 * Campaigns against the books (I21): every budget that was published is still set aside, paid in
 * prizes, or back in the pool; and each prize is in the books once.
 */

const FINDINGS_MAX = 20

export async function auditCampaigns(db: Db): Promise<Finding[]> {
  return await atOneMoment(db, async (tx) => {
    const promised = await sumPromised(tx)
    const findings: Finding[] = []
    for (const currency of [currencies.USDT.id, currencies.BTBC.id]) {
      const amounts = { currency, promised: promised.get(currency) ?? 0n }
      const detail = await findUnreserved(tx, { purpose: 'reserve:campaign', ...amounts })
      const rule = 'I21 the reserve of campaigns is what published ones still promise'
      if (detail !== undefined) findings.push({ rule, detail })
    }
    const moved = await findUnposted(tx, {
      kinds: ['campaign.reserved', 'campaign.paid', 'campaign.returned'],
      awaited: sql`
          select format('campaign:%s:reserved:%s', id, currency) as key, currency, budget as amount
          from campaign_budget join campaign on campaign.id = campaign_id
          where state in ('open', 'ended', 'closed')
          union all
          select format('campaign:award:%s', id), currency, amount
          from campaign_award where state = 'paid'
          union all
          select format('campaign:%s:returned:%s', campaign_id, currency), currency, returned
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
    return [
      ...findings,
      ...twice.map((detail) => ({ rule: 'I21 each prize is promised and paid once', detail })),
    ]
  })
}
