import type { readTeam } from '@btbc/contract/mining.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Db } from '@btbc/database/database.ts'

import { countTeam, listDirectMembers, type TeamSize } from '#modules/team/index.ts'

import { type Look, lookAtMining, type OpenRun } from './mining.look.ts'
import { powerOfStart } from './mining.starts.ts'
import { bonusOf, bonusTogether, outputAt, outputPerDay, perHour, type Power } from './power.ts'

/** What a member sees of their mining: the team, the power with its calculation, the open runs. */

type Team = Response<typeof readTeam>

export async function describeTeam(
  db: Db,
  { memberId, now, limit, page }: { memberId: number; now: Date; limit: number; page: number },
): Promise<Team> {
  const [look, members, size] = await Promise.all([
    lookAtMining(db, { memberId, now }),
    listDirectMembers(db, { memberId, limit, page, now }),
    countTeam(db, { memberId, now }),
  ])
  const { runs, bonus, reward } = look
  const lastEnd = Math.max(now.getTime(), ...runs.map((run) => run.endsAt.getTime()))
  return {
    team: {
      one: members.map((member) => ({
        id: member.id,
        display_name: member.displayName,
        created_at: member.joinedAt,
        status: member.status,
        reward: member.reward,
      })),
      direct: size.direct,
      total: size.total,
      child_power_rate: String(bonus.direct),
      oth_power_rate: String(bonus.other),
      active_direct: size.activeDirect,
      active_other: size.activeOther,
      bonus_cap_percent: bonus.cap,
      invite_launches: reward.launches,
      invites_paid_a_day: reward.day,
      invite_lapse_days: reward.lapse,
      invite_runs: reward.runs,
      ...(runs.length > 0 ? powerOfRuns(runs) : powerWhenIdle(look, size)),
      next_output: outputPerDay(powerNext(look, size)),
      count_down: Math.ceil((lastEnd - now.getTime()) / 1000),
      run_output: runs.reduce((sum, run) => sum + outputAt(run, now), 0n),
      runs: runs.map((run) => ({
        id: run.id,
        started_at: run.startedAt,
        ends_at: run.endsAt,
        power_output: run.output,
        output: outputAt(run, now),
        machines: run.machines,
      })),
      now,
    },
  }
}

/** The rate of the open runs together: each keeps what it had when it started. */
function powerOfRuns(runs: readonly OpenRun[]) {
  return {
    base_output: runs.reduce((sum, run) => sum + run.basePerHour, 0n),
    machine_output: perHour(runs.reduce((sum, run) => sum + run.machinesPerDay, 0n)),
    bonus_percent: bonusTogether(runs),
    power_output: runs.reduce((sum, run) => sum + run.output, 0n),
  }
}

/** The rate of a start-all now. */
function powerWhenIdle(look: Look, team: TeamSize) {
  const power = powerNext(look, team)
  return {
    base_output: power.basePerHour,
    machine_output: perHour(power.machinesPerDay),
    bonus_percent: power.bonusPercent,
    power_output: outputPerDay(power),
  }
}

/** Of a start-all now, or of what runs now when it is started again with the team of now. */
function powerNext({ runs, idle, basePerHour, bonus }: Look, team: TeamSize): Power {
  if (runs.length === 0) {
    const start = { includesBase: true, machines: idle, team, emission: { basePerHour }, bonus }
    return powerOfStart(start)
  }
  return {
    basePerHour: runs.reduce((sum, run) => sum + run.basePerHour, 0n),
    machinesPerDay: runs.reduce((sum, run) => sum + run.machinesPerDay, 0n),
    bonusPercent: bonusOf({ direct: team.activeDirect, other: team.activeOther }, bonus),
  }
}
