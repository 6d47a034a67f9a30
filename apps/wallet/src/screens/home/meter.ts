import { mulDiv, parseAmount } from '@btbc/money/amount.ts'

import type { Team } from '#mining/bonus.ts'

/** What the dial shows, computed from the open runs and the house's clock. Never counted up. */

export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export type Run = { id: number; startsAt: number; endsAt: number; unitsPerDay: bigint }

export function runsOf(team: Team): Run[] {
  return team.runs.map((run) => ({
    id: run.id,
    startsAt: Date.parse(run.started_at),
    endsAt: Date.parse(run.ends_at),
    unitsPerDay: parseAmount(run.power_output) ?? 0n,
  }))
}

export type Reading = {
  /** Mined by all the runs up to now, in units of 10^-8. */
  units: bigint
  /** Of the run that ends last: 0 to 1, and hours gone. */
  progress: number
  hours: number
  secondsLeft: number
}

export function readMeter(runs: readonly Run[], now: number): Reading {
  let units = 0n
  let last: Run | undefined
  for (const run of runs) {
    const elapsed = Math.min(Math.max(Math.floor(now - run.startsAt), 0), run.endsAt - run.startsAt)
    // Down, as the books do: the dial never promises more than will be posted.
    units += mulDiv(run.unitsPerDay, BigInt(elapsed), BigInt(DAY_MS), 'down')
    if (!last || run.endsAt > last.endsAt) last = run
  }
  if (!last) return { units, progress: 0, hours: 0, secondsLeft: 0 }
  const left = Math.min(Math.max(last.endsAt - now, 0), DAY_MS)
  return {
    units,
    progress: 1 - left / DAY_MS,
    hours: Math.floor((DAY_MS - left) / HOUR_MS),
    secondsLeft: Math.ceil(left / 1000),
  }
}

/** '16:12:01' */
export function clockText(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}
