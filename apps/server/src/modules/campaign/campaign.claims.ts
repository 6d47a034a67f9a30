import type { claimCampaignPrize as claimCall } from '@btbc/contract/campaign.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { CampaignClaim } from '@btbc/database/tables.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import { type Selectable, sql } from 'kysely'

import { lockMember } from '#modules/account/index.ts'
import {
  type CaseQueue,
  type CasesAsked,
  type CaseState,
  type QueueCase,
  readCases,
} from '#modules/review/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { plainWords } from '#platform/plain-words.ts'
import { sayRemark } from '#platform/remarks.ts'
import { transition, transitionAll } from '#platform/state-machine.ts'

import { promisePrizes } from './campaign.awards.ts'
import { claimStates } from './campaign.states.ts'
import { getCampaign, getPrize } from './campaign.ts'

/** Prizes that are asked for, such as for joining a community: an operator looks at each. */

export type ClaimRow = Selectable<CampaignClaim>

const DECIDE_MS = 2 * DAY_MS

/** What waits counts as taken: nobody is promised a prize that others may still get. */
export async function claimPrize(
  tx: Tx,
  asked: { memberId: number; prize: number; note: string; now: Date },
): Promise<Response<typeof claimCall>> {
  const { memberId, prize: prizeId, now } = asked
  const note = plainWords(asked.note)
  const member = await lockMember(tx, memberId)
  if (member.verified_at === null) throw new Refusal('not_verified')
  const prize = await tx
    .selectFrom('campaign_prize')
    .innerJoin('campaign', 'campaign.id', 'campaign_id')
    .select(['campaign_id', 'most', 'taken', 'starts_at', 'ends_at', 'state'])
    .where('campaign_prize.id', '=', prizeId)
    .where('kind', '=', 'claim')
    .where('state', 'not in', ['proposed', 'dropped'])
    // Whoever waited here for others sees how the campaign stands now, and it does not end meanwhile.
    .forUpdate('campaign_prize')
    .forShare('campaign')
    .executeTakeFirst()
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
  if (prize.taken >= prize.most) throw new Refusal('campaign_prize_gone')
  await setTaken(tx, prizeId, 1)
  if (known) {
    const set = { note, asked_at: now, reason: null, decided_by: null }
    await transition(tx, claimStates, known, 'ask', { now, set })
  } else {
    const { campaign_id } = prize
    const claim = { campaign_id, prize_id: prizeId, member_id: memberId, note, asked_at: now }
    await tx.insertInto('campaign_claim').values(claim).execute()
  }
  return { prize: prizeId, state: 'waiting' }
}

async function setTaken(tx: Tx, prizeId: number, change: 1 | -1): Promise<void> {
  await tx
    .updateTable('campaign_prize')
    .set({ taken: sql<number>`taken + ${change}` })
    .where('id', '=', prizeId)
    .execute()
}

/** Those that nobody decided in time. */
export async function lapseClaims(tx: Tx, campaignId: number, now: Date): Promise<void> {
  const late = await tx
    .selectFrom('campaign_claim')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'waiting')
    .execute()
  const ids = late.map(({ id }) => id)
  await transitionAll(tx, claimStates, ids, 'lapse', { now })
}

const states = {
  waiting: 'waiting',
  accepted: 'accepted',
  refused: 'rejected',
  lapsed: 'cancelled',
} as const satisfies Record<ClaimRow['state'], CaseState>

export const claimQueue: CaseQueue = {
  name: 'campaign_claim',
  list: listClaims,
  async find(tx, id) {
    const row = await tx
      .selectFrom('campaign_claim')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && (await describe(tx, row))
  },
  async decide(tx, { id, decision, reason, operatorId, now }) {
    const set = {
      reason: decision === 'reject' ? { words: reason } : null,
      decided_by: operatorId,
    }
    const [claim] = await transitionAll(tx, claimStates, [id], decision, { now, set })
    if (!claim) throw new Refusal('case_decided')
    const { prize_id: prizeId, member_id: memberId } = claim
    if (decision === 'reject') return await setTaken(tx, prizeId, -1)
    const campaign = await getCampaign(tx, claim.campaign_id)
    const { usdt, btbc } = await getPrize(tx, prizeId)
    await promisePrizes(tx, { campaign, won: [{ prizeId, memberId, usdt, btbc }], now })
  },
  needsTwo: () => false,
}

async function listClaims(tx: Tx, asked: CasesAsked) {
  const all = tx.selectFrom('campaign_claim').selectAll()
  const decided = all.where('state', '<>', sql.lit('waiting')).orderBy('decided_at', 'desc')
  const rows = {
    waiting: all.where('state', '=', sql.lit('waiting')).orderBy('asked_at').orderBy('id'),
    decided: decided.orderBy('id'),
  }
  return await readCases(tx, asked, rows, describe)
}

async function describe(tx: Tx, row: ClaimRow): Promise<QueueCase> {
  const { title } = await getCampaign(tx, row.campaign_id)
  const { usdt, btbc, most, taken } = await getPrize(tx, row.prize_id)
  const worth = `${plainAmount(usdt)} USDT and ${plainAmount(btbc)} BTBC`
  return {
    id: row.id,
    state: states[row.state],
    memberId: row.member_id,
    title: say('cases.claim', { title }),
    openedAt: row.asked_at,
    dueAt: new Date(row.asked_at.getTime() + DECIDE_MS),
    facts: [
      { label: 'Where it can be seen', value: row.note },
      { label: 'Prize', value: worth },
      { label: 'Asked for or given', value: `${taken} of ${most}` },
      ...(row.reason === null
        ? []
        : [{ label: 'Why it was refused', value: sayRemark(row.reason, 'en') }]),
    ],
    pictures: [],
    afterAccept: say('cases.claimAccepted', { worth }),
    afterReject: say('cases.claimRejected'),
  }
}
