import type { claimCampaignPrize as claimCall } from '@btbc/contract/campaign.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { CampaignClaim } from '@btbc/database/tables.ts'
import { type Selectable, sql } from 'kysely'

import { lockMember, tellMembers } from '#modules/account/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { plainWords } from '#platform/plain-words.ts'
import { transition, transitionAll } from '#platform/state-machine.ts'

import { claimStates } from './campaign.states.ts'

/** Prizes that are asked for, such as for joining a community: an operator looks at each. */

export type ClaimRow = Selectable<CampaignClaim>

/** How soon an operator looks at what is asked for; later by as much as the house stands still. */
const DECIDE_MS = 2 * DAY_MS

/** So often one member has an operator look at one prize. */
export const ASKS_MAX = 3

/** How often it may still be asked for, once it is refused. */
export function asksLeft({ asks }: Pick<ClaimRow, 'asks'>): number {
  return Math.max(ASKS_MAX - asks, 0)
}

/** What waits counts as taken: nobody is promised a prize that others may still get. */
export async function claimPrize(
  tx: Tx,
  asked: { memberId: number; prize: number; note: string; now: Date },
): Promise<Response<typeof claimCall>> {
  const { memberId, prize: prizeId, now } = asked
  const note = plainWords(asked.note)
  const member = await lockMember(tx, memberId)
  if (member.verified_at === null) throw new Refusal('not_verified')
  // Whoever gets none waits for nobody here, and nobody for them.
  await findClaimable(tx, { memberId, prizeId, now, locks: false })
  const { prize, known } = await findClaimable(tx, { memberId, prizeId, now, locks: true })
  await setTaken(tx, prizeId, 1)
  const by = new Date(now.getTime() + DECIDE_MS)
  const askedNow = { note, asked_at: now, decide_by: by }
  if (known) {
    const set = { ...askedNow, asks: known.asks + 1, reason: null, decided_by: null }
    await transition(tx, claimStates, known, 'ask', { now, set })
  } else {
    const { campaign_id } = prize
    const claim = { campaign_id, prize_id: prizeId, member_id: memberId, ...askedNow }
    await tx.insertInto('campaign_claim').values(claim).execute()
  }
  return {
    prize: prizeId,
    state: 'waiting',
    asks_left: asksLeft({ asks: (known?.asks ?? 0) + 1 }),
    decide_by: by,
  }
}

/** A prize that is still there for this member, with their claim that was refused before. */
async function findClaimable(
  tx: Tx,
  asked: { memberId: number; prizeId: number; now: Date; locks: boolean },
) {
  const { memberId, prizeId, now, locks } = asked
  const prizes = tx
    .selectFrom('campaign_prize')
    .innerJoin('campaign', 'campaign.id', 'campaign_id')
    .select(['campaign_id', 'most', 'taken', 'starts_at', 'ends_at', 'state'])
    .where('campaign_prize.id', '=', prizeId)
    .where('kind', '=', 'claim')
    .where('state', 'not in', ['proposed', 'dropped'])
  // Whoever waited here for others sees how the campaign stands now, and it does not end meanwhile.
  const locked = prizes.forUpdate('campaign_prize').forShare('campaign')
  const prize = await (locks ? locked : prizes).executeTakeFirst()
  if (!prize) throw new Refusal('campaign_prize_not_found')
  const runs = prize.state === 'open' && prize.starts_at <= now && now < prize.ends_at
  if (!runs) throw new Refusal('campaign_not_running')
  const known = await tx
    .selectFrom('campaign_claim')
    .selectAll()
    .where('prize_id', '=', prizeId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (known && known.state !== 'refused') throw new Refusal('campaign_claimed')
  if (known && asksLeft(known) === 0) throw new Refusal('campaign_claim_final', { limit: ASKS_MAX })
  if (prize.taken >= prize.most) throw new Refusal('campaign_prize_gone')
  return { prize, known }
}

export async function setTaken(tx: Tx, prizeId: number, change: 1 | -1): Promise<void> {
  await tx
    .updateTable('campaign_prize')
    .set({ taken: sql<number>`taken + ${change}` })
    .where('id', '=', prizeId)
    .execute()
}

/** Those that nobody decided in time; whoever asked is told. */
export async function lapseClaims(
  tx: Tx,
  campaignId: number,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<void> {
  const late = await tx
    .selectFrom('campaign_claim')
    .select(['id', 'member_id'])
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'waiting')
    .execute()
  const ids = late.map(({ id }) => id)
  await transitionAll(tx, claimStates, ids, 'lapse', { now })
  const facts = { campaign: campaignId }
  const tellings = late.map(({ member_id: memberId }) => ({
    memberId,
    kind: 'campaign_lapsed' as const,
    facts,
  }))
  await tellMembers(tx, tellings, wallNow)
}
