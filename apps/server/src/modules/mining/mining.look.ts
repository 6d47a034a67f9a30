import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, prepare, runPrepared } from '@btbc/database/database.ts'

import { inviteReward, inviteRuns, teamBonus } from '#modules/team/index.ts'
import { readValue, type ValueOf, valueThen } from '#platform/settings.ts'

import { BASE_THEN } from './mining.settings.ts'
import { ASKED, type AskedAt, askedValues, IS_DUE, readSettled } from './mining.ts'
import type { Power } from './power.ts'

/** What a member is mining, read at once. */

export type OpenRun = Power & {
  id: number
  startedAt: Date
  endsAt: Date
  output: bigint
  machines: number[]
}

export type Look = {
  runs: OpenRun[]
  /** What a start-all would run besides the base. */
  idle: { incomePerDay: bigint }[]
  basePerHour: bigint
  /** What members of the team add to a start, and what an invite brings. */
  bonus: ValueOf<typeof teamBonus.fields>
  reward: ValueOf<typeof inviteReward.fields> & ValueOf<typeof inviteRuns.fields>
}

const LOOK = prepare(
  'mining_look',
  `select ${IS_DUE} as "isDue",
     (${BASE_THEN}) as "basePerHour",
     (${valueThen(teamBonus)}) as bonus,
     (${valueThen(inviteReward)}) as reward,
     (${valueThen(inviteRuns)}) as counted,
     array(
       select income_per_day::text from machine
       where member_id = asked.member_id and state = 'idle'
     ) as idle,
     (
       select json_agg(json_build_object(
         'id', id, 'startedAt', started_at, 'endsAt', ends_at, 'bonusPercent', bonus_percent,
         'basePerHour', base_per_hour::text, 'machinesPerDay', machines_per_day::text,
         'output', output::text,
         'machines', array(select machine_id from run_machine where run_id = run.id order by 1)
       ) order by id)
       from run where member_id = asked.member_id and state = 'open'
     ) as runs
   from ${ASKED} order by place`,
)

type LookRow = {
  isDue: boolean
  basePerHour: bigint
  bonus: unknown
  reward: unknown
  counted: unknown
  idle: string[]
  runs:
    | { [Name in keyof OpenRun]: OpenRun[Name] extends bigint | Date ? string : OpenRun[Name] }[]
    | null
}

/** What a member is mining; what has ended or is due is settled before, and only then is anything locked. */
export async function lookAtMining(db: Db, asked: AskedAt): Promise<Look> {
  return readLook(await readSettled(db, asked, () => look(db, asked)))
}

const look = askTogether(async (database, asked: readonly AskedAt[]) =>
  runPrepared<LookRow>(database, LOOK, askedValues(asked)),
)

function readLook({ basePerHour, bonus, reward, counted, idle, runs }: LookRow): Look {
  return {
    basePerHour,
    bonus: readValue(teamBonus, bonus),
    reward: { ...readValue(inviteReward, reward), ...readValue(inviteRuns, counted) },
    idle: idle.map((income) => ({ incomePerDay: BigInt(income) })),
    runs: (runs ?? []).map((run) => ({
      ...run,
      startedAt: new Date(run.startedAt),
      endsAt: new Date(run.endsAt),
      basePerHour: BigInt(run.basePerHour),
      machinesPerDay: BigInt(run.machinesPerDay),
      output: BigInt(run.output),
    })),
  }
}
