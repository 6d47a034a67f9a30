import { type Tx, prepare, runPrepared } from '@btbc/database/database.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'

import { transitionAll } from '#platform/state-machine.ts'

import { machineStates } from './mining.states.ts'
import type { Power } from './power.ts'

/** What a member could start, and the rows of what they have started. */

export type IdleMachine = { id: number; incomePerDay: bigint }
export type Idle = {
  /** The number of the run, if there is to be one. */
  runId: number
  baseRuns: boolean
  /** What is to run: all idle machines, or the one that was asked for when it is idle. */
  machines: readonly IdleMachine[]
  /** The state of the machine that was asked for; null when the member has none of this number. */
  asked: 'idle' | 'running' | 'finished' | null
}

const READ_IDLE = prepare(
  'mining_idle',
  `select asked.member_id as "memberId", nextval('run_id_seq')::integer as "runId",
     -- Without an offset it may become a set of all open runs.
     exists (
       select from run
       where run.member_id = asked.member_id and state = 'open' and includes_base offset 0
     ) as "baseRuns",
     (select state from machine where id = asked.machine_id and member_id = asked.member_id) as asked,
     (
       select json_agg(json_build_array(id, income_per_day::text) order by id) from machine
       where machine.member_id = asked.member_id and state = 'idle'
         and (asked.machine_id is null or id = asked.machine_id)
     ) as machines
   from unnest($1::integer[], $2::integer[]) asked (member_id, machine_id)`,
)

type IdleRow = Omit<Idle, 'machines'> & {
  memberId: number
  machines: [id: number, incomePerDay: string][] | null
}

/** What each of these members could start. */
export async function readIdle(
  tx: Tx,
  asked: readonly { memberId: number; machineId?: number | undefined }[],
): Promise<(memberId: number) => Idle> {
  const members = asked.map(({ memberId }) => memberId)
  const machines = asked.map(({ machineId }) => machineId ?? null)
  const rows = await runPrepared<IdleRow>(tx, READ_IDLE, [members, machines])
  const known = new Map(rows.map(({ memberId, ...row }) => [memberId, readRow(row)]))
  return (memberId) => {
    const idle = known.get(memberId)
    if (!idle) throw new Error(`member ${memberId} was not looked at`)
    return idle
  }
}

function readRow({ machines, ...row }: Omit<IdleRow, 'memberId'>): Idle {
  const idle = (machines ?? []).map(([id, income]) => ({ id, incomePerDay: BigInt(income) }))
  return { ...row, machines: idle }
}

/** The machines of runs that start now are idle no more. */
export async function occupyMachines(
  tx: Tx,
  opened: readonly OpenedRun[],
  now: Date,
): Promise<void> {
  const ids = opened.flatMap(({ idle }) => idle.machines.map(({ id }) => id))
  const started = await transitionAll(tx, machineStates, ids, 'start', { now })
  if (started.length < ids.length) throw new Error('a run starts machines that are not idle')
}

type OpenedRun = {
  run: Power & { id: number; memberId: number; output: bigint; includesBase: boolean }
  idle: Idle
}

/** The rows of runs that start now, written with the entries that reserve their output. */
export function runsOpened(opened: readonly OpenedRun[], now: Date, endsAt: Date): Fragment[] {
  const runs = opened.map(({ run }) => run)
  const occupied = opened.flatMap(({ run, idle }) =>
    idle.machines.map((machine) => ({ runId: run.id, machineId: machine.id })),
  )
  return [
    {
      name: 'opened_run',
      text: `insert into run (id, member_id, includes_base, base_per_hour, machines_per_day,
          bonus_percent, output, started_at, ends_at)
        overriding system value
        select *, $8::timestamptz, $9::timestamptz from unnest($1::integer[], $2::integer[],
          $3::boolean[], $4::bigint[], $5::bigint[], $6::integer[], $7::bigint[])`,
      values: [
        runs.map(({ id }) => id),
        runs.map(({ memberId }) => memberId),
        runs.map(({ includesBase }) => includesBase),
        runs.map(({ basePerHour }) => basePerHour),
        runs.map(({ machinesPerDay }) => machinesPerDay),
        runs.map(({ bonusPercent }) => bonusPercent),
        runs.map(({ output }) => output),
        now,
        endsAt,
      ],
    },
    {
      name: 'occupied',
      text: `insert into run_machine (run_id, machine_id)
        select * from unnest($1::integer[], $2::integer[])`,
      values: [occupied.map(({ runId }) => runId), occupied.map(({ machineId }) => machineId)],
    },
  ]
}
