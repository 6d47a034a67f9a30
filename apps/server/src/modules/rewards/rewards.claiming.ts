import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { claimOutput } from '@btbc/contract/rewards.ts'
import { prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import { availableOf } from '@btbc/ledger/balances.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import { lockMembers } from '#modules/account/index.ts'
import { NEWEST_REVIEW, type NewestReview } from '#modules/identity/identity.ts'
import { ASKED, askedValues, IS_DUE, settleMember } from '#modules/mining/index.ts'
import { type Asked, bookAfforded, findOutcomes } from '#platform/keyed-batch.ts'
import type { StoredAnswers } from '#platform/stored-answers.ts'
import { type Outcome, refused } from '#platform/together.ts'

import { feesOf, usualFee } from './claim-fee.ts'
import { lockStandings, type Standing, whyBlocked } from './claims.ts'
import { type Claim, rewardClaimed } from './rewards.entries.ts'

/**
 * Claims: all pay their fees into the same accounts of the house, so what comes together is one
 * transaction, which holds them for no longer than its posting takes.
 */

export type Claiming = Asked & { request: Request<typeof claimOutput> }

const { response } = claimOutput
export type Claimed = Response<typeof claimOutput>

type Look = {
  memberId: number
  /** The number of the claim, if it is one. */
  id: bigint
  isDue: boolean
  /** Whether there is a standing, locked by us or by others. */
  isKnown: boolean
  review: NewestReview
  unclaimed: bigint
  usdt: bigint
  feeBtbc: bigint
}
type Planned = { asked: Claiming; claim: Claim; answer: Claimed; entries: readonly Entry[] }

const NOTHING_YET = { minted: 0n, claimed: 0n, claims: 0 }

/**
 * Claims of members, each once, in one transaction. Who is locked by others, the next mint among
 * them, is waited for or left out, and so is to whom time owes something: that is done first.
 */
export async function claimRewards(
  tx: Tx,
  claims: readonly Claiming[],
  { waits, storedAnswers }: { waits: boolean; storedAnswers?: StoredAnswers },
): Promise<Outcome<Claimed>[]> {
  const members = claims.map(({ memberId }) => memberId)
  const locked = await lockMembers(tx, members, { waits })
  const held = claims.filter(({ memberId }) => locked.has(memberId))
  const outcomeOf = await findOutcomes(tx, claims, { locked, response, storedAnswers })
  if (waits) for (const { memberId, now } of held) await settleMember(tx, memberId, now)
  const standings = await lockStandings(tx, [...locked.keys()], { waits })
  const looks = await runPrepared<Look>(tx, LOOK, askedValues(held))
  const lookOf = new Map(looks.map((look) => [look.memberId, look]))
  const plans = claims.map((asked): Planned | Outcome<Claimed> => {
    const known = outcomeOf(asked)
    if (known) return known
    const look = lookOf.get(asked.memberId)
    if (!look) return 'held up'
    const standing = standings.get(asked.memberId)
    if (!waits && (look.isDue || (look.isKnown && !standing))) return 'held up'
    return plan(asked, look, standing ?? NOTHING_YET)
  })
  return await bookAfforded(tx, plans, {
    response,
    storedAnswers,
    answerOf: ({ answer }) => answer,
    rowsOf: claimsCounted,
  })
}

const LOOK = prepare(
  'claim_look',
  `select asked.member_id as "memberId", nextval('reward_claim_id_seq') as id, ${IS_DUE} as "isDue",
     -- Without an offset it may become a set of all that was mined.
     exists (select from mined_reward where member_id = asked.member_id offset 0) as "isKnown",
     ${NEWEST_REVIEW} as review,
     ${availableOf('asked.member_id', 'unclaimed', currencies.BTBC.id)} as unclaimed,
     ${availableOf('asked.member_id', 'change', currencies.USDT.id)} as usdt, fee_btbc as "feeBtbc"
   from ${ASKED} cross join mint_schedule`,
)

/** Moves claimable BTBC to Spot and takes the fee that was shown, in one entry. */
function plan(
  asked: Claiming,
  look: Look,
  standing: Pick<Standing, 'minted' | 'claimed' | 'claims'>,
): Planned | Outcome<Claimed> {
  const { memberId, request, now } = asked
  const { amount } = request
  if (amount <= 0n) return refused(new Refusal('invalid_request', { field: 'amount' }))
  const claimable = standing.minted - standing.claimed
  const blocked = whyBlocked(look.review?.state ?? 'none', { claimable, mined: look.unclaimed })
  if (blocked) return refused(new Refusal(blocked))
  if (amount > claimable) {
    return refused(new Refusal('claim_over', { available: formatAmount(claimable) }))
  }
  const fee = feeOf(request, look, standing.claims)
  if (request.fee !== undefined && request.fee !== fee.amount) {
    return refused(new Refusal('fee_changed'))
  }
  const isFromClaim = fee.currency === currencies.BTBC.id
  if (isFromClaim && fee.amount >= amount) {
    return refused(new Refusal('claim_below_fee', { fee: formatAmount(fee.amount) }))
  }
  const claim = { id: look.id, memberId, amount, fee: fee.amount, feeIn: fee.currency }
  const net = isFromClaim ? amount - fee.amount : amount
  const answer = { claimed: amount, fee: fee.amount, fee_currency: fee.currency, net }
  return { asked, claim, answer, entries: [rewardClaimed(claim, now)] }
}

function feeOf(
  { fee_in: feeIn }: Claiming['request'],
  { feeBtbc, usdt }: Look,
  claims: number,
): { currency: 3 | 28; amount: bigint } {
  const fees = feesOf(claims, feeBtbc)
  if (feeIn === undefined) return usualFee(fees, usdt)
  return { currency: currencies[feeIn].id, amount: fees[feeIn] }
}

/** The rows of what is claimed, and what of each standing is used up with it. */
function claimsCounted(booked: readonly Planned[]): Fragment[] {
  const claims = booked.map(({ claim }) => claim)
  const members = claims.map(({ memberId }) => memberId)
  const amounts = claims.map(({ amount }) => amount)
  return [
    {
      name: 'claimed',
      text: `insert into reward_claim (id, member_id, amount, fee, fee_currency, claimed_at)
        overriding system value
        select * from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[], $5::integer[],
          $6::timestamptz[])`,
      values: [
        claims.map(({ id }) => id),
        members,
        amounts,
        claims.map(({ fee }) => fee),
        claims.map(({ feeIn }) => feeIn),
        booked.map(({ asked }) => asked.now),
      ],
    },
    {
      name: 'counted',
      text: `update mined_reward set claimed = mined_reward.claimed + each.amount, claims = claims + 1
        from unnest($1::integer[], $2::bigint[]) each (member_id, amount)
        where mined_reward.member_id = each.member_id`,
      values: [members, amounts],
    },
  ]
}
