import { say } from '@btbc/contract/operator/operator-text.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { tellMember } from '#modules/account/index.ts'
import {
  type CaseQueue,
  type CasesAsked,
  type CaseState,
  type QueueCase,
  readCases,
} from '#modules/review/index.ts'
import { sayRemark } from '#platform/remarks.ts'
import { transitionAll } from '#platform/state-machine.ts'

import { promisePrizes } from './campaign.awards.ts'
import { ASKS_MAX, asksLeft, type ClaimRow, setTaken } from './campaign.claims.ts'
import { claimStates } from './campaign.states.ts'
import { getCampaign, getPrize } from './campaign.ts'
import { sayWorth } from './campaign.words.ts'

/** What operators see of prizes that are asked for: an operator looks at each. */

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
  async decide(tx, { id, decision, reason, operatorId, now, wallNow }) {
    const set = {
      reason: decision === 'reject' ? { words: reason } : null,
      decided_by: operatorId,
    }
    const [claim] = await transitionAll(tx, claimStates, [id], decision, { now, set })
    if (!claim) throw new Refusal('case_decided')
    const { prize_id: prizeId, member_id: memberId } = claim
    if (decision === 'reject') {
      await setTaken(tx, prizeId, -1)
      const facts = { campaign: claim.campaign_id, reason }
      return await tellMember(tx, memberId, { kind: 'campaign_refused', facts, wallNow })
    }
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
  const prize = await getPrize(tx, row.prize_id)
  const { most, taken } = prize
  const worth = sayWorth(prize)
  return {
    id: row.id,
    state: states[row.state],
    memberId: row.member_id,
    title: say('cases.claim', { title }),
    openedAt: row.asked_at,
    dueAt: row.decide_by,
    facts: [
      { label: 'Where it can be seen', value: row.note },
      { label: 'Prize', value: worth },
      { label: 'Asked', value: `${row.asks} of ${ASKS_MAX} times` },
      { label: 'Asked for or given', value: `${taken} of ${most}` },
      ...(row.reason === null
        ? []
        : [{ label: 'Why it was refused', value: sayRemark(row.reason, 'en') }]),
    ],
    pictures: [],
    afterAccept: say('cases.claimAccepted', { worth }),
    afterReject: say(asksLeft(row) === 0 ? 'cases.claimRejectedAtLast' : 'cases.claimRejected'),
  }
}
