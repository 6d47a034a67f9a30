import type { readTeam } from '@btbc/contract/mining.ts'
import { formatAmount, mulDiv, parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'

export type Team = Answer<typeof readTeam>['team']

export type Bonus = {
  directPercent: number
  otherPercent: number
  /** What the members would add without a cap. */
  askedPercent: number
  /** What they add to a run started now. */
  percent: number
  capPercent: number
  /** BTBC per hour, without and with the bonus. */
  basic: string
  power: string
  /** BTBC per hour of the open runs, or of a run started now when none is open. */
  now: string
  /** What the open run was started with, when that is something else. */
  openPercent: number | undefined
}

/** Basic × (100 % + direct + others), worked with the members that count now. */
export function bonusOf(team: Team): Bonus {
  const directPercent = team.active_direct * Number(team.child_power_rate)
  const otherPercent = team.active_other * Number(team.oth_power_rate)
  const askedPercent = directPercent + otherPercent
  const percent = Math.min(askedPercent, team.bonus_cap_percent)
  const now = mulDiv(parseAmount(team.power_output) ?? 0n, 1n, 24n, 'down')
  const basic = (parseAmount(team.base_output) ?? 0n) + (parseAmount(team.machine_output) ?? 0n)
  return {
    directPercent,
    otherPercent,
    askedPercent,
    percent,
    capPercent: team.bonus_cap_percent,
    basic: formatAmount(basic),
    power: formatAmount(mulDiv(basic, BigInt(100 + percent), 100n, 'down')),
    now: formatAmount(now),
    openPercent:
      team.runs.length > 0 && team.bonus_percent !== percent ? team.bonus_percent : undefined,
  }
}
