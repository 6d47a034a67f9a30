import type { LabTerms } from '@btbc/contract/lab.ts'
import { UNIT } from '@btbc/money/amount.ts'

/** What can be moved in the lab: whole numbers, with a row of a slider for each. */

export type Name =
  | 'starters'
  | 'growth'
  | 'people'
  | 'lock'
  | 'leave'
  | 'term'
  | 'income'
  | 'invite'
  | 'reserve'
/** Percents are hundredths of one; the reserve is whole USDT. */
export type Settings = Record<Name, number>
export type Slider = {
  name: Name
  kind: 'count' | 'percent' | 'days' | 'usdt'
  min: number
  max: number
  step: number
}

export const CROWD: readonly Slider[] = [
  { name: 'starters', kind: 'count', min: 1, max: 1000, step: 1 },
  { name: 'growth', kind: 'percent', min: 0, max: 1000, step: 10 },
  { name: 'people', kind: 'count', min: 1000, max: 1_000_000, step: 1000 },
  { name: 'lock', kind: 'percent', min: 0, max: 10_000, step: 100 },
  { name: 'leave', kind: 'percent', min: 0, max: 10_000, step: 100 },
]
export const PROMISE: readonly Slider[] = [
  { name: 'term', kind: 'days', min: 1, max: 120, step: 1 },
  { name: 'income', kind: 'percent', min: 0, max: 500, step: 5 },
  { name: 'invite', kind: 'percent', min: 0, max: 2000, step: 50 },
  { name: 'reserve', kind: 'usdt', min: 0, max: 1_000_000, step: 1000 },
]

/** As the seeds had it: 1 % a day for 30 days, and a tenth for whoever brought somebody. */
export const BEGINNING: Settings = {
  starters: 100,
  growth: 300,
  people: 20_000,
  lock: 8000,
  leave: 2500,
  term: 30,
  income: 100,
  invite: 1000,
  reserve: 50_000,
}

/** Two years. */
export const HORIZON = 730
const LOCK_UNITS = 100n * UNIT

/** Nobody is there who is not among all there are. */
export function changed(settings: Settings, some: Partial<Settings>): Settings {
  const all = { ...settings, ...some }
  return { ...all, people: Math.max(all.people, all.starters) }
}

export function termsOf(settings: Settings): LabTerms {
  return {
    starters: settings.starters,
    growthBps: settings.growth,
    people: settings.people,
    lockBps: settings.lock,
    leaveBps: settings.leave,
    amount: LOCK_UNITS,
    days: settings.term,
    dayBps: settings.income,
    inviteBps: settings.invite,
    reserve: BigInt(settings.reserve) * UNIT,
    horizon: HORIZON,
  }
}
