import type { miningCalls } from '@btbc/contract/mining.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Tx } from '@btbc/database/database.ts'

import { countTeam, listDirectMembers, type TeamSize } from '#modules/team/index.ts'

import { settleMember } from './mining.ts'
import { emissionAt } from './mining.emission.ts'
import { powerOfStart } from './mining.starts.ts'
import {
  BONUS_CAP_PERCENT,
  BONUS_DIRECT_PERCENT,
  BONUS_OTHER_PERCENT,
  bonusTogether,
  outputAt,
  outputPerDay,
  perHour,
  type Power,
} from './power.ts'

/** What a member sees of their mining: the team, the power with its calculation, the open runs. */

type Team = Response<(typeof miningCalls)['/machine/team']>

type OpenRun = Power & {
  id: number
  startedAt: Date
  endsAt: Date
  output: bigint
  machines: number[]
}

export async function describeTeam(
  tx: Tx,
  { memberId, now, limit, page }: { memberId: number; now: Date; limit: number; page: number },
): Promise<Team> {
  await settleMember(tx, memberId, now)
  const members = await listDirectMembers(tx, { memberId, limit, page, now })
  const size = await countTeam(tx, memberId, now)
  const runs = await listOpenRuns(tx, memberId)
  const lastEnd = Math.max(now.getTime(), ...runs.map((run) => run.endsAt.getTime()))
  return {
    team: {
      one: members.map((member) => ({
        id: member.id,
        display_name: member.displayName,
        created_at: member.joinedAt,
        status: member.status,
      })),
      direct: size.direct,
      total: size.total,
      child_power_rate: `${BONUS_DIRECT_PERCENT}`,
      oth_power_rate: `${BONUS_OTHER_PERCENT}`,
      active_direct: size.activeDirect,
      active_other: size.activeOther,
      bonus_cap_percent: BONUS_CAP_PERCENT,
      ...(runs.length > 0 ? powerOfRuns(runs) : await powerWhenIdle(tx, memberId, size, now)),
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

/** What the open runs have given so far: it becomes unclaimed when they end. */
export async function runningOutput(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<bigint> {
  const runs = await listOpenRuns(tx, memberId)
  return runs.reduce((sum, run) => sum + outputAt(run, now), 0n)
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
async function powerWhenIdle(tx: Tx, memberId: number, team: TeamSize, now: Date) {
  const machines = await tx
    .selectFrom('machine')
    .select(['id', 'income_per_day as incomePerDay'])
    .where('member_id', '=', memberId)
    .where('state', '=', 'idle')
    .execute()
  const emission = await emissionAt(tx, now)
  const power = powerOfStart({ includesBase: true, machines, team, emission })
  return {
    base_output: power.basePerHour,
    machine_output: perHour(power.machinesPerDay),
    bonus_percent: power.bonusPercent,
    power_output: outputPerDay(power),
  }
}

async function listOpenRuns(tx: Tx, memberId: number): Promise<OpenRun[]> {
  const runs = await tx
    .selectFrom('run')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()
  if (runs.length === 0) return []
  const machines = await tx
    .selectFrom('run_machine')
    .select(['run_id', 'machine_id'])
    .where(
      'run_id',
      'in',
      runs.map((run) => run.id),
    )
    .orderBy('machine_id')
    .execute()
  return runs.map((run) => ({
    id: run.id,
    startedAt: run.started_at,
    endsAt: run.ends_at,
    basePerHour: run.base_per_hour,
    machinesPerDay: run.machines_per_day,
    bonusPercent: run.bonus_percent,
    output: run.output,
    machines: machines.filter((each) => each.run_id === run.id).map((each) => each.machine_id),
  }))
}
