import { mulDiv } from '@btbc/money/amount.ts'

import type { TeamBonus } from '#modules/team/index.ts'
import { DAY_MS } from '#platform/durations.ts'

/** The arithmetic of mining: exact, in units, each result floored once. */

export const RUN_MS = DAY_MS

const HOURS_PER_DAY = 24n

/** What a run is made of: BTBC per hour of the base, BTBC per day of its machines, the team's bonus. */
export type Power = { basePerHour: bigint; machinesPerDay: bigint; bonusPercent: number }

/** So many percent for each direct member and for each other one, and never above the cap. */
export function bonusOf(team: { direct: number; other: number }, rules: TeamBonus): number {
  return Math.min(team.direct * rules.direct + team.other * rules.other, rules.cap)
}

/** The output of one day, which is that of one run: basic × (1 + bonus) × 24. */
export function outputPerDay({ basePerHour, machinesPerDay, bonusPercent }: Power): bigint {
  const basic = HOURS_PER_DAY * basePerHour + machinesPerDay
  return mulDiv(basic, 100n + BigInt(bonusPercent), 100n, 'down')
}

/** What a run has produced by now: a share of its output by time, all of it from the end on. */
export function outputAt(run: { output: bigint; startedAt: Date }, now: Date): bigint {
  const elapsedMs = Math.min(Math.max(now.getTime() - run.startedAt.getTime(), 0), RUN_MS)
  return mulDiv(run.output, BigInt(elapsedMs), BigInt(RUN_MS), 'down')
}

/** BTBC per hour of what gives this much in a day. */
export function perHour(perDay: bigint): bigint {
  return perDay / HOURS_PER_DAY
}

/**
 * The bonus that several open runs have together. Runs that started with different teams have
 * none that is exact; theirs is rounded down, so that it never says more than is mined.
 */
export function bonusTogether(runs: readonly (Power & { output: bigint })[]): number {
  const [first, ...others] = runs
  if (first === undefined) return 0
  if (others.every((each) => each.bonusPercent === first.bonusPercent)) return first.bonusPercent
  const output = runs.reduce((sum, each) => sum + each.output, 0n)
  const basic = runs.reduce((sum, each) => sum + outputPerDay({ ...each, bonusPercent: 0 }), 0n)
  return Number((output * 100n) / basic) - 100
}
