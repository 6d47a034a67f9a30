import { BPS } from '@btbc/money/amount.ts'

/**
 * What a lock brings, in units: the same figures before it is bought, when they are set aside and when
 * they are paid. A day's income is floored; nothing is compounded.
 */

/** Terms of the plan: so many days, each with so much of the amount in hundredths of a percent. */
export type LockTerms = { days: number; dayBps: number }

export type LockIncome = { day: bigint; plan: bigint }

export function lockIncome(amount: bigint, { days, dayBps }: LockTerms): LockIncome {
  const day = (amount * BigInt(dayBps)) / BPS
  return { day, plan: day * BigInt(days) }
}

/** The largest amount whose whole income a pool with this much can set aside. */
export function coveredAmount(pool: bigint, { days, dayBps }: LockTerms): bigint {
  const day = pool / BigInt(days)
  return ((day + 1n) * BPS - 1n) / BigInt(dayBps)
}
