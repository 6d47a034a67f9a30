import type { Response } from '@btbc/contract/endpoint.ts'
import type { readLaunches } from '@btbc/contract/mining.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { readOutput, readWithdrawable, synchroniseOutput } from '@btbc/contract/rewards.ts'
import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { availableOf, balanceOf } from '@btbc/ledger/balances.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import { NEWEST_REVIEW, type NewestReview } from '#modules/identity/identity.ts'
import {
  ASKED,
  type AskedAt,
  askedValues,
  IS_DUE,
  LAST_ASKED,
  readSettled,
  RUNNING,
  type Running,
  runningOutput,
  settleMember,
  LAUNCH_PRICE_THEN,
} from '#modules/mining/index.ts'
import { leftBesidesWelcome } from '#modules/withdrawal/index.ts'

import { feesOf, usualFee } from './claim-fee.ts'
import { lockStanding, type Standing, whyBlocked } from './claims.ts'

/** What is mined, and what of it can be claimed. */

const { BTBC, LAUNCH, USDT } = currencies

type Reward = Response<typeof readOutput>

/** What a member has mined, read once; what has ended or is due is settled before. */
export async function lookAtRewards(db: Db, asked: AskedAt): Promise<RewardLook> {
  return await readSettled(db, asked, () => look(db, asked))
}

export function describeLaunches(look: RewardLook): Response<typeof readLaunches> {
  const { launches, launchPrice: price, claims } = look
  return { free_times: Number(launches), award_receives: claims, price }
}

export function describeReward(
  look: RewardLook,
  { now, hasChain }: { now: Date; hasChain: boolean },
): Reward {
  const claimable = look.minted - look.claimed
  const mined = look.unclaimed + runningOutput(look.running, now)
  const fees = feesOf(look.claims, look.feeBtbc)
  return {
    receive_amount: mined,
    can_receive: claimable,
    receive_rate: percentOf(claimable, mined),
    fee: usualFee(fees, look.usdt),
    fees,
    later_fees: feesOf(look.claims + 1, look.feeBtbc),
    on_its_way: look.included - look.minted,
    next_mint_at: hasChain ? later(look.nextMintAt, now) : null,
    blocked: whyBlocked(look.review?.state ?? 'none', { claimable, mined }) ?? null,
  }
}

/** All of it as of one moment: a run that ends meanwhile is either unclaimed or running, and not both. */
const LOOK = prepare(
  'reward_look',
  `with house as materialized (
     select fee_btbc as "feeBtbc", next_at as "nextMintAt", (${LAUNCH_PRICE_THEN}) as "launchPrice"
     from mint_schedule cross join ${LAST_ASKED}
   )
   select ${IS_DUE} as "isDue", ${RUNNING} as running, ${NEWEST_REVIEW} as review,
     ${availableOf('asked.member_id', 'unclaimed', BTBC.id)} as unclaimed,
     ${availableOf('asked.member_id', 'change', USDT.id)} as usdt,
     ${availableOf('asked.member_id', 'launches', LAUNCH.id)} as launches,
     coalesce(included, 0) as included, coalesce(minted, 0) as minted,
     coalesce(claimed, 0) as claimed, coalesce(claims, 0) as claims, house.*
   from ${ASKED} cross join house
   left join lateral (
     select * from mined_reward where member_id = asked.member_id limit 1
   ) mined on true
   order by place`,
)

type RewardLook = Pick<Standing, 'included' | 'minted' | 'claimed' | 'claims'> & {
  isDue: boolean
  running: Running
  review: NewestReview
  unclaimed: bigint
  usdt: bigint
  launches: bigint
  feeBtbc: bigint
  nextMintAt: Date
  launchPrice: bigint
}

const look = askTogether(async (database, asked: readonly AskedAt[]) =>
  runPrepared<RewardLook>(database, LOOK, askedValues(asked)),
)

/** What of Spot may be sent, floored to 4 decimals: the welcome grant stays until the identity is accepted. */
export async function realAmount(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Response<typeof readWithdrawable>> {
  const left = await leftBesidesWelcome(tx, { memberId, now })
  const of = async (currency: 3 | 28) => {
    const { available } = await balanceOf(tx, memberAccount(memberId, 'change', currency))
    const most = left(currency) ?? available
    return formatAmount(most < available ? most : available).slice(0, -4)
  }
  return { BTBC: await of(BTBC.id), USDT: await of(USDT.id) }
}

const SYNCHRONISE_WAIT_S = 30

/** Makes the next batch due now. The cool-down is of the wall: nobody presses faster in another time. */
export async function synchronise(
  tx: Tx,
  asked: { memberId: number; hasChain: boolean; now: Date; wallNow: Date },
): Promise<Response<typeof synchroniseOutput>> {
  const { memberId, hasChain, now, wallNow } = asked
  if (!hasChain) throw new Refusal('chain_unavailable')
  await settleMember(tx, memberId, now)
  const { synchronisedAt } = await lockStanding(tx, memberId)
  const since = synchronisedAt === null ? Infinity : wallNow.getTime() - synchronisedAt.getTime()
  const waitS = Math.ceil(SYNCHRONISE_WAIT_S - since / 1000)
  if (waitS > 0) throw new Refusal('synchronise_wait', { wait_s: waitS })
  await tx
    .updateTable('mined_reward')
    .set({ synchronised_at: wallNow })
    .where('member_id', '=', memberId)
    .execute()
  await tx.updateTable('mint_schedule').set({ next_at: now }).where('next_at', '>', now).execute()
  return { next_mint_at: now, wait_s: SYNCHRONISE_WAIT_S }
}

/** Whole percents, and never 0 while something can be claimed: 0 means closed. */
function percentOf(part: bigint, whole: bigint): string {
  if (part <= 0n || whole <= 0n) return '0'
  const percent = (part * 100n) / whole
  return `${percent < 1n ? 1n : percent}`
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}
