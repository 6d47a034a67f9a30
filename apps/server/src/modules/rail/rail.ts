import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { InsufficientBalance, post } from '@btbc/ledger/post.ts'
import { formatAmount, mulDiv, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import {
  railCredited,
  railPaidOut,
  type RailPayment,
  railReserved,
  railReturned,
} from './rail.entries.ts'

/**
 * What every deposit through a rail does with the money of the house: its worth in USDT is reserved
 * from the treasury when it is asked for, goes to the member's P2P wallet when it was paid, and back
 * when it was not.
 */

export type RailName = RailPayment['rail']
/** USDT units for one bank unit, and the limits of one request in bank units. */
export type Rail = { rate: bigint; min: bigint; max: bigint }

const { USDT } = currencies
const OPEN_MAX = 5

export async function getRail(tx: Tx, name: RailName): Promise<Rail> {
  return await tx
    .selectFrom('rail')
    .select(['rate', 'min', 'max'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
}

/** Bank units in USDT, rounded against the member by less than one unit. */
export function worthOf(units: bigint, rate: bigint): bigint {
  return mulDiv(units, rate, UNIT, 'down')
}

/** The bank units that the treasury could cover just now. */
export async function coverableUnits(tx: Tx | Db, rate: bigint): Promise<bigint> {
  const { available } = await balanceOf(tx, houseAccount('pool:treasury', USDT.id))
  return mulDiv(available, UNIT, rate, 'down')
}

export function refuseOutside({ min, max }: Pick<Rail, 'min' | 'max'>, amount: bigint): void {
  if (amount >= min && amount <= max) return
  throw new Refusal('recharge_range', { min: readable(min), max: readable(max) })
}

/** A member's open requests hold the treasury's money: only so many at a time. */
export async function refuseTooMany(
  tx: Tx,
  requests: 'bank_deposit' | 'gateway_order',
  memberId: number,
): Promise<void> {
  const { open } = await tx
    .selectFrom(requests)
    .select((row) => row.fn.countAll<bigint>().as('open'))
    .where('member_id', '=', memberId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  if (open >= BigInt(OPEN_MAX)) throw new Refusal('too_many_deposits', { limit: OPEN_MAX })
}

/** Reserves the worth of a request, or refuses with what the treasury could cover instead. */
export async function reserveWorth(
  tx: Tx,
  deposit: RailPayment,
  { units, rate, now }: { units: bigint; rate: bigint; now: Date },
): Promise<bigint> {
  const worth = worthOf(units, rate)
  try {
    await post(tx, railReserved(deposit, worth, now))
    return worth
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error
    throw new Refusal('rail_short', { left: readable(await coverableUnits(tx, rate)) })
  }
}

/** How far a paid deposit has come. */
export type Paid = {
  received: bigint
  rate: bigint
  reserved: bigint
  credited: bigint
  /** The rail has been noted by what was received. */
  isNoted: boolean
}

/**
 * Gives the member what the payment is worth. More than was reserved is asked of the treasury; when
 * the treasury is short, the reserved part is given at once and the rest stays owed. Answers what is
 * credited by now.
 */
export async function creditPayment(
  tx: Tx,
  deposit: RailPayment,
  paid: Paid,
  now: Date,
): Promise<bigint> {
  const due = worthOf(paid.received, paid.rate) - paid.credited
  const fromReserve = due < paid.reserved ? due : paid.reserved
  const payment = {
    received: paid.isNoted ? 0n : paid.received,
    fromReserve,
    backToTreasury: paid.reserved - fromReserve,
    before: paid.credited,
  }
  try {
    await post(tx, railCredited(deposit, { ...payment, fromTreasury: due - fromReserve }, now))
    return paid.credited + due
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error
    if (payment.received === 0n && fromReserve === 0n) return paid.credited
    await post(tx, railCredited(deposit, { ...payment, fromTreasury: 0n }, now))
    return paid.credited + fromReserve
  }
}

/** Nothing was paid: what was reserved goes back to the treasury. */
export async function returnReserve(
  tx: Tx,
  deposit: RailPayment,
  reserved: bigint,
  now: Date,
): Promise<void> {
  if (reserved > 0n) await post(tx, railReturned(deposit, reserved, now))
}

/** The mirror of the bank is noted by what operators have paid out. */
export async function notePaidOut(
  tx: Tx,
  withdrawal: Omit<RailPayment, 'rail'>,
  units: bigint,
  now: Date,
): Promise<void> {
  await post(tx, railPaidOut({ rail: 'bank', ...withdrawal }, units, now))
}

/** An amount as a text of a refusal says it: without zeros at the end. */
export function readable(units: bigint): string {
  return formatAmount(units).replace(/\.?0+$/, '')
}
