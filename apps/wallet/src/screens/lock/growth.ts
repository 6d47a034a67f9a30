import { coveredAmount, lockIncome, type LockTerms } from '@btbc/contract/lock-income.ts'
import type { listLocks } from '@btbc/contract/lock.ts'
import { parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'

/** The income of locks as a line: one step for each day that was paid or comes. */

export type Plan = Answer<typeof listLocks>
export type Lock = Plan['orders'][number]
export type Step = { at: number; sum: bigint }

export const DAY_MS = 24 * 60 * 60 * 1000

type Paying = Pick<Lock, 'day_income' | 'days' | 'started_at'>

/** What all of them together have paid by each moment, from the first start to the last end. */
export function growthOf(locks: readonly Paying[]): Step[] {
  const payments = locks.flatMap(({ day_income: income, days, started_at: startedAt }) => {
    const [start, amount] = [Date.parse(startedAt), parseAmount(income) ?? 0n]
    return Array.from({ length: days + 1 }, (_, day) => ({
      at: start + day * DAY_MS,
      amount: day === 0 ? 0n : amount,
    }))
  })
  let sum = 0n
  return payments
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, amount }) => {
      sum += amount
      return { at, sum }
    })
}

export const EXAMPLE = '100'

export function termsOf(plan: Plan): LockTerms {
  return { days: plan.days, dayBps: plan.day_bps }
}

/** What this amount would bring if it were locked now. */
export function outlookOf(plan: Plan, amount: string) {
  const terms = termsOf(plan)
  const income = lockIncome(parseAmount(amount) ?? 0n, terms)
  const endsAt = new Date(Date.parse(plan.now) + terms.days * DAY_MS).toISOString()
  return { ...income, endsAt }
}

export type Fault = 'noAmount' | 'minimum' | 'notEnough' | 'notCovered'

/** Why this amount cannot be locked now: said before it is asked for. */
export function faultOf(plan: Plan, amount: string): Fault | undefined {
  const units = parseAmount(amount) ?? 0n
  if (units === 0n) return 'noAmount'
  if (units < (parseAmount(plan.min) ?? 0n)) return 'minimum'
  if (units > (parseAmount(plan.fil_wallet) ?? 0n)) return 'notEnough'
  return units > (parseAmount(plan.covered) ?? 0n) ? 'notCovered' : undefined
}

/** Why nothing can be locked now: the pool has nothing left, or nothing for this member. */
export function noneOf(plan: Plan): 'behindNone' | 'shareHeld' | undefined {
  const least = parseAmount(plan.min) ?? 0n
  if ((parseAmount(plan.covered) ?? 0n) >= least) return undefined
  const left = parseAmount(plan.available_reserve) ?? 0n
  return coveredAmount(left, termsOf(plan)) >= least ? 'shareHeld' : 'behindNone'
}
