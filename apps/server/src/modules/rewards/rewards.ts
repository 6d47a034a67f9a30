import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type {
  claimOutput,
  readOutput,
  readWithdrawable,
  synchroniseOutput,
} from '@btbc/contract/rewards.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { memberAccount, type MemberPurpose } from '@btbc/ledger/account.ts'
import { balanceOf, balancesOfMember } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import { reviewStatusOf } from '#modules/identity/identity.ts'
import { runningOutput, settleDue, settleMember } from '#modules/mining/index.ts'
import { leftBesidesWelcome } from '#modules/withdrawal/index.ts'

import { feesOf, usualFee } from './claim-fee.ts'
import { lockStanding, readStanding, type Standing } from './claims.ts'
import { rewardClaimed } from './rewards.entries.ts'

/** What is mined, what of it can be claimed, and the claim. */

const { BTBC, USDT } = currencies

type Reward = Response<typeof readOutput>
type Blocked = NonNullable<Reward['blocked']>

export async function describeReward(
  db: Db,
  { memberId, now, hasChain }: { memberId: number; now: Date; hasChain: boolean },
): Promise<Reward> {
  await settleDue(db, { memberId, now })
  const balances = await balancesOfMember(db, memberId)
  const availableOf = (purpose: MemberPurpose, currency: CurrencyId) =>
    balances.find((each) => each.purpose === purpose && each.currency === currency)?.available ?? 0n
  // After the balances: a run that ends meanwhile must not be in both.
  const running = await runningOutput(db, { memberId, now })
  const standing = await readStanding(db, memberId)
  const schedule = await readSchedule(db)
  const claimable = standing.minted - standing.claimed
  const mined = availableOf('unclaimed', BTBC.id) + running
  const fees = feesOf(standing.claims, schedule.fee_btbc)
  return {
    receive_amount: mined,
    can_receive: claimable,
    receive_rate: percentOf(claimable, mined),
    fee: usualFee(fees, availableOf('change', USDT.id)),
    fees,
    later_fees: feesOf(standing.claims + 1, schedule.fee_btbc),
    on_its_way: standing.included - standing.minted,
    next_mint_at: hasChain ? later(schedule.next_at, now) : null,
    blocked: (await whyBlocked(db, memberId, { claimable, mined })) ?? null,
  }
}

/** Why this member can claim nothing now, in the order in which they can do something about it. */
async function whyBlocked(
  tx: Db | Tx,
  memberId: number,
  { claimable, mined }: { claimable: bigint; mined: bigint },
): Promise<Blocked | undefined> {
  const review = await reviewStatusOf(tx, memberId)
  if (review === 'pending') return 'identity_pending'
  if (review !== 'verified') return 'claim_needs_identity'
  if (claimable > 0n) return undefined
  return mined > 0n ? 'claim_not_on_chain' : 'claim_unavailable'
}

/** Moves claimable BTBC to Spot and takes the fee that was shown, in one entry. */
export async function claimReward(
  tx: Tx,
  claim: { memberId: number; request: Request<typeof claimOutput>; now: Date },
): Promise<Response<typeof claimOutput>> {
  const { memberId, request, now } = claim
  const { amount } = request
  if (amount <= 0n) throw new Refusal('invalid_request', { field: 'amount' })
  await settleMember(tx, memberId, now)
  const standing = await lockStanding(tx, memberId)
  const { available } = await balanceOf(tx, memberAccount(memberId, 'unclaimed', BTBC.id))
  const claimable = standing.minted - standing.claimed
  const blocked = await whyBlocked(tx, memberId, { claimable, mined: available })
  if (blocked) throw new Refusal(blocked)
  if (amount > claimable) throw new Refusal('claim_over', { available: formatAmount(claimable) })
  const fee = await feeOf(tx, { memberId, standing, request })
  const isFromClaim = fee.currency === BTBC.id
  if (isFromClaim && fee.amount >= amount) {
    throw new Refusal('claim_below_fee', { fee: formatAmount(fee.amount) })
  }
  const { id } = await tx
    .insertInto('reward_claim')
    .values({
      member_id: memberId,
      amount,
      fee: fee.amount,
      fee_currency: fee.currency,
      claimed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, rewardClaimed({ id, memberId, amount, fee: fee.amount, feeIn: fee.currency }, now))
  await tx
    .updateTable('mined_reward')
    .set((row) => ({ claimed: row('claimed', '+', amount), claims: row('claims', '+', 1) }))
    .where('member_id', '=', memberId)
    .execute()
  const net = isFromClaim ? amount - fee.amount : amount
  return { claimed: amount, fee: fee.amount, fee_currency: fee.currency, net }
}

async function feeOf(
  tx: Tx,
  asked: { memberId: number; standing: Standing; request: Request<typeof claimOutput> },
): Promise<{ currency: 3 | 28; amount: bigint }> {
  const { memberId, standing, request } = asked
  const fees = feesOf(standing.claims, (await readSchedule(tx)).fee_btbc)
  const usdt = await balanceOf(tx, memberAccount(memberId, 'change', USDT.id))
  const fee =
    request.fee_in === undefined
      ? usualFee(fees, usdt.available)
      : { currency: currencies[request.fee_in].id, amount: fees[request.fee_in] }
  if (request.fee !== undefined && request.fee !== fee.amount) throw new Refusal('fee_changed')
  return fee
}

/** What of Spot may be sent, floored to 4 decimals: the welcome grant stays until the identity is accepted. */
export async function realAmount(
  tx: Tx,
  memberId: number,
): Promise<Response<typeof readWithdrawable>> {
  const left = await leftBesidesWelcome(tx, memberId)
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

async function readSchedule(tx: Db | Tx) {
  return await tx.selectFrom('mint_schedule').selectAll().executeTakeFirstOrThrow()
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
