import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { InsufficientBalance, post } from '@btbc/ledger/post.ts'
import { mulDiv, plainAmount, UNIT } from '@btbc/money/amount.ts'

import { settingAt } from '#platform/settings.ts'

import {
  railCredited,
  railPaidOut,
  type RailPayment,
  railReserved,
  railReturned,
} from './rail.entries.ts'
import { type Asker, coverableUnits, noteEnded, noteReserved, refuseBeyond } from './rail.limits.ts'
import { bankRail, gatewayRail, railRates } from './rail.settings.ts'

/**
 * What every deposit through a rail does with the money of the house: its worth in USDT is reserved
 * from the treasury when it is asked for, goes to the member's P2P wallet when it was paid, and back
 * when it was not.
 */

export type RailName = RailPayment['rail']

/** The rate that holds now: USDT units for one bank unit. */
export async function rateOf(tx: Tx, name: RailName, now: Date): Promise<bigint> {
  return (await settingAt(tx, railRates, now))[name]
}

/** The same for a deposit, which is asked for at the rate that was shown, or not at all. */
export async function agreedRate(
  tx: Tx,
  name: RailName,
  { shown, now }: { shown: bigint | undefined; now: Date },
): Promise<bigint> {
  const rate = await rateOf(tx, name, now)
  if (shown !== undefined && shown !== rate) throw new Refusal('terms_changed')
  return rate
}

/**
 * What 1 USDT costs among members by the house's reference, in CNY: a test rate, said on the screen, that
 * follows no market.
 */
export async function referenceRate(db: Tx | Db, now: Date): Promise<bigint> {
  const { bank, cny } = await settingAt(db, railRates, now)
  return mulDiv(cny, UNIT, bank, 'down')
}

/** Whether it takes requests now, and the limits of one in bank units. */
export type BankTerms = { isOpen: boolean; min: bigint; max: bigint }

export async function bankTerms(tx: Tx, now: Date): Promise<BankTerms> {
  const { state, least: min, most: max } = await settingAt(tx, bankRail, now)
  return { isOpen: state === 'open', min, max }
}

/** Whether the house takes requests; the limits are those of each way to pay. */
export async function isGatewayOpen(tx: Tx, now: Date): Promise<boolean> {
  return (await settingAt(tx, gatewayRail, now)).state === 'open'
}

/** Bank units in USDT, rounded against the member by less than one unit. */
export function worthOf(units: bigint, rate: bigint): bigint {
  return mulDiv(units, rate, UNIT, 'down')
}

/** USDT in bank units, the other way: it is rounded against the member as well. */
export function unitsOf(worth: bigint, rate: bigint): bigint {
  return mulDiv(worth, UNIT, rate, 'down')
}

export function refuseOutside({ min, max }: { min: bigint; max: bigint }, amount: bigint): void {
  if (amount >= min && amount <= max) return
  throw new Refusal('recharge_range', { min: plainAmount(min), max: plainAmount(max) })
}

/** Reserves the worth of a request, or refuses with what there is room for instead. */
export async function reserveWorth(
  tx: Tx,
  deposit: RailPayment,
  { units, rate, ...asker }: Asker & { units: bigint; rate: bigint },
): Promise<bigint> {
  const worth = worthOf(units, rate)
  await refuseBeyond(tx, asker, { worth, rate })
  try {
    await post(tx, railReserved(deposit, worth, asker.now))
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error
    throw new Refusal('rail_short', {
      left: plainAmount(await coverableUnits(tx, rate, asker.now)),
    })
  }
  await noteReserved(tx, deposit, { ...asker, worth })
  return worth
}

/** How far a paid deposit has come. */
export type Paid = {
  received: bigint
  rate: bigint
  reserved: bigint
  credited: bigint
  /** The rail has been noted by what was received, and so has the day that it counts for. */
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
  const worth = worthOf(paid.received, paid.rate)
  const due = worth - paid.credited
  if (!paid.isNoted) await noteEnded(tx, deposit, { worth, now })
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
  await noteEnded(tx, deposit, { worth: 0n, now })
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
