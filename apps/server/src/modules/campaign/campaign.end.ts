import type { Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'
import { sql } from 'kysely'

import { DAY_MS } from '#platform/durations.ts'
import { transition } from '#platform/state-machine.ts'

import { promisePrizes } from './campaign.awards.ts'
import { lapseClaims } from './campaign.claims.ts'
import { prizeCurrency, restReturned } from './campaign.entries.ts'
import { campaignStates } from './campaign.states.ts'
import { budgetsOf, prizesOf } from './campaign.ts'
import { hashOfList, type Standing, winnersOf } from './prizes.ts'

/** The end of a campaign: its list is fixed, its prizes are promised, the rest goes back. */

/** How long after the end operators may still decide claims. */
const CLAIMS_MS = 7 * DAY_MS

/** Waits until no run that counts is still to be closed, and every line is added up. */
export async function endCampaigns(tx: Tx, now: Date): Promise<number> {
  const campaign = await tx
    .selectFrom('campaign')
    .selectAll()
    .where('state', '=', 'open')
    .where('ends_at', '<=', now)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('run')
            .select('run.id')
            .where('run.state', '=', 'open')
            .whereRef('run.ends_at', '<', 'campaign.ends_at'),
        ),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('campaign_invite').select('invitee_id').where('is_tallied', '=', false),
        ),
      ),
    )
    .orderBy('ends_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!campaign) return 0
  const list = await fixList(tx, campaign.id)
  const prizes = await prizesOf(tx, campaign.id)
  const won = prizes.flatMap((prize) => winnersOf(prize, list, campaign.seed))
  await promisePrizes(tx, { campaign, won, now })
  const draw = prizes.find(({ kind }) => kind === 'draw')
  const set = {
    ended_at: now,
    claims_until: new Date(now.getTime() + CLAIMS_MS),
    list_hash: hashOfList(list),
    is_drawn: draw ? won.some(({ prizeId }) => prizeId === draw.id) : null,
  }
  await transition(tx, campaignStates, campaign, 'end', { now, set })
  return 1
}

/** Gives everybody their place and answers them in the order of it. */
async function fixList(tx: Tx, id: number): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    with fixed as (
      update campaign_standing standing set place = ordered.place
      from (
        select member_id, row_number() over (order by invites desc, reached_at, member_id) as place
        from campaign_standing where campaign_id = ${id}
      ) ordered
      where standing.campaign_id = ${id} and standing.member_id = ordered.member_id
      returning standing.member_id, standing.ticket, standing.invites, standing.place
    )
    select member_id as "memberId", ticket, invites from fixed order by place`.execute(tx)
  return rows
}

/** Closes campaigns of which no claim waits any more: what nobody won goes back to the pool. */
export async function closeCampaigns(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const campaign = await tx
    .selectFrom('campaign')
    .selectAll()
    .where('state', '=', 'ended')
    .where((row) =>
      row.or([
        row('claims_until', '<=', now),
        row.not(
          row.exists(
            row
              .selectFrom('campaign_claim')
              .select('campaign_claim.id')
              .whereRef('campaign_id', '=', 'campaign.id')
              .where('campaign_claim.state', '=', 'waiting'),
          ),
        ),
      ]),
    )
    .orderBy('claims_until')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!campaign) return 0
  await lapseClaims(tx, campaign.id, { now, wallNow })
  for (const { currency, budget, awarded } of await budgetsOf(tx, campaign.id)) {
    const amount = budget - awarded
    if (amount === 0n) continue
    const rest = { id: campaign.id, currency: prizeCurrency(currency), amount }
    await post(tx, restReturned(rest, now))
    await tx
      .updateTable('campaign_budget')
      .set({ returned: amount })
      .where('campaign_id', '=', campaign.id)
      .where('currency', '=', currency)
      .execute()
  }
  await transition(tx, campaignStates, campaign, 'close', { now })
  return 1
}
