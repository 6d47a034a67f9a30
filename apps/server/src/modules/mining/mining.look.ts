import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, prepare, runPrepared } from '@btbc/database/database.ts'

import { inviteReward, inviteRuns, teamBonus } from '#modules/team/index.ts'
import { readValue, type ValueOf, valueThen } from '#platform/settings.ts'

import { BASE_THEN } from './mining.settings.ts'
import { ASKED, type AskedAt, askedValues, IS_DUE, LAST_ASKED, readSettled } from './mining.ts'
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
  `with house as materialized (
     select json_build_object('basePerHour', (${BASE_THEN})::text, 'bonus', (${valueThen(teamBonus)}),
       'reward', (${valueThen(inviteReward)}), 'counted', (${valueThen(inviteRuns)})) as decided
     from ${LAST_ASKED}
   )
   select ${IS_DUE} as "isDue", case place when 1 then decided end as house,
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
   from ${ASKED} cross join house order by place`,
)

type LookRow = {
  isDue: boolean
  /** In the first row. */
  house: { basePerHour: string; bonus: unknown; reward: unknown; counted: unknown } | null
  idle: string[]
  runs:
    | { [Name in keyof OpenRun]: OpenRun[Name] extends bigint | Date ? string : OpenRun[Name] }[]
    | null
}

/** What a member is mining; what has ended or is due is settled before, and only then is anything locked. */
export async function lookAtMining(db: Db, asked: AskedAt): Promise<Look> {
  return await readSettled(db, asked, () => look(db, asked))
}

const look = askTogether(async (database, asked: readonly AskedAt[]) => {
  const rows = await runPrepared<LookRow>(database, LOOK, askedValues(asked))
  const house = readHouse(rows)
  return rows.map((row) => ({ isDue: row.isDue, ...house, ...readMining(row) }))
})

function readHouse([first]: readonly LookRow[]): Pick<Look, 'basePerHour' | 'bonus' | 'reward'> {
  if (!first?.house) throw new Error('A look says what the house has decided')
  const { basePerHour, bonus, reward, counted } = first.house
  return {
    basePerHour: BigInt(basePerHour),
    bonus: readValue(teamBonus, bonus),
    reward: { ...readValue(inviteReward, reward), ...readValue(inviteRuns, counted) },
  }
}

function readMining({ idle, runs }: LookRow): Pick<Look, 'idle' | 'runs'> {
  return {
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
