import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { type Entry, post } from '@btbc/ledger/post.ts'

import { sql } from 'kysely'

import { lockMember } from '#modules/account/index.ts'
import { countStart, countTeam, earnReferrals } from '#modules/team/index.ts'
import { transitionAll } from '#platform/state-machine.ts'

import { emissionAt } from './mining.emission.ts'
import { machineStates, runStates } from './mining.states.ts'
import { launchUsed, runMined, runReserved } from './mining.entries.ts'
import { countLaunches } from './mining.launches.ts'
import { bonusOf, outputPerDay, type Power, RUN_MS } from './power.ts'

/** A run from its start, which reserves all of its output, to its end, which pays it out. */

const BATCH = 100

type IdleMachine = { id: number; income_per_day: bigint }

/** Starts the base, unless it runs already, and every idle machine as one run. */
export async function startAll(tx: Tx, request: { memberId: number; now: Date }) {
  const { memberId, now } = request
  const ended = await lockToStart(tx, memberId, now)
  const baseRun = await tx
    .selectFrom('run')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .where('includes_base', '=', true)
    .executeTakeFirst()
  const machines = await tx
    .selectFrom('machine')
    .select(['id', 'income_per_day'])
    .where('member_id', '=', memberId)
    .where('state', '=', 'idle')
    .orderBy('id')
    .execute()
  if (baseRun && machines.length === 0) throw new Refusal('machine_started')
  return await openRun(tx, { memberId, includesBase: !baseRun, machines, now, ended })
}

/** Starts one idle machine, as a run of its own. */
export async function startMachine(
  tx: Tx,
  request: { memberId: number; machineId: number; now: Date },
) {
  const { memberId, machineId, now } = request
  const ended = await lockToStart(tx, memberId, now)
  const machine = await tx
    .selectFrom('machine')
    .select(['id', 'income_per_day', 'state'])
    .where('id', '=', machineId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!machine) throw new Refusal('machine_not_found')
  if (machine.state === 'running') throw new Refusal('machine_started')
  if (machine.state === 'finished') throw new Refusal('machine_finished')
  return await openRun(tx, { memberId, includesBase: false, machines: [machine], now, ended })
}

/** One start at a time, and only after the runs that have ended are closed. Answers their entries. */
async function lockToStart(tx: Tx, memberId: number, now: Date): Promise<Entry[]> {
  const { verified_at: verifiedAt } = await lockMember(tx, memberId)
  if (verifiedAt === null) throw new Refusal('not_verified')
  return await closeDueRuns(tx, memberId, now)
}

async function openRun(
  tx: Tx,
  start: {
    memberId: number
    includesBase: boolean
    machines: readonly IdleMachine[]
    now: Date
    ended: readonly Entry[]
  },
) {
  const { memberId, includesBase, machines, now, ended } = start
  const endsAt = new Date(now.getTime() + RUN_MS)
  const power = await powerOfStart(tx, start)
  const output = outputPerDay(power)
  const { id } = await tx
    .insertInto('run')
    .values({
      member_id: memberId,
      started_at: now,
      ends_at: endsAt,
      includes_base: includesBase,
      base_per_hour: power.basePerHour,
      machines_per_day: power.machinesPerDay,
      bonus_percent: power.bonusPercent,
      output,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await occupyMachines(tx, { runId: id, machines, now })
  await countStart(tx, memberId, now)

  const run = { id, memberId, output, machinesPerDay: power.machinesPerDay }
  // Each post locks its accounts in the order of their ids, and several posts must go on in that
  // order: issuance, pool, reserves. Otherwise two starts and a purchase wait for each other.
  for (const entry of [launchUsed(run, now), runReserved(run, now), ...ended]) {
    await post(tx, entry)
  }
  return {
    run: { id, started_at: now, ends_at: endsAt, power_output: output },
    free_times: await countLaunches(tx, memberId),
  }
}

/** What a run of these machines, with or without the base, would be if it started now. */
export async function powerOfStart(
  tx: Tx,
  start: {
    memberId: number
    includesBase: boolean
    machines: readonly IdleMachine[]
    now: Date
  },
): Promise<Power> {
  const { memberId, includesBase, machines, now } = start
  const team = await countTeam(tx, memberId, now)
  return {
    basePerHour: includesBase ? (await emissionAt(tx, now)).basePerHour : 0n,
    machinesPerDay: machines.reduce((sum, each) => sum + each.income_per_day, 0n),
    bonusPercent: bonusOf({ direct: team.activeDirect, other: team.activeOther }),
  }
}

async function occupyMachines(
  tx: Tx,
  { runId, machines, now }: { runId: number; machines: readonly IdleMachine[]; now: Date },
): Promise<void> {
  if (machines.length === 0) return
  const ids = machines.map((each) => each.id)
  await tx
    .insertInto('run_machine')
    .values(ids.map((id) => ({ run_id: runId, machine_id: id })))
    .execute()
  const started = await transitionAll(tx, machineStates, ids, 'start', { now })
  if (started.length < ids.length) throw new Error(`run ${runId} starts machines that are not idle`)
}

/** True when a run of this member has ended and is not closed yet. */
export async function hasDueRuns(tx: Tx, memberId: number, now: Date): Promise<boolean> {
  const due = await tx
    .selectFrom('run')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .where('ends_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** Closes the ended runs of one member, who is locked. Answers the entries that are to be posted. */
export async function closeDueRuns(tx: Tx, memberId: number, now: Date): Promise<Entry[]> {
  const due = await tx
    .selectFrom('run')
    .select(['id', 'member_id', 'output', 'ends_at'])
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .forUpdate()
    .execute()
  return await closeRuns(tx, due, now)
}

/** Closes a batch of ended runs, whoever mined them; answers how many. */
export async function sweepDueRuns(tx: Tx, now: Date): Promise<number> {
  const due = await tx
    .selectFrom('run')
    .select(['id', 'member_id', 'output', 'ends_at'])
    .where('state', '=', 'open')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const entry of await closeRuns(tx, due, now)) await post(tx, entry)
  return due.length
}

type DueRun = { id: number; member_id: number; output: bigint; ends_at: Date }

async function closeRuns(tx: Tx, runs: readonly DueRun[], now: Date): Promise<Entry[]> {
  if (runs.length === 0) return []
  const ids = runs.map((run) => run.id)
  await transitionAll(tx, runStates, ids, 'close', { now })
  const freed = await tx
    .updateTable('run_machine')
    .set({ is_open: false })
    .where('run_id', 'in', ids)
    .returning('machine_id')
    .execute()
  await freeMachines(
    tx,
    freed.map((each) => each.machine_id),
    now,
  )
  await earnReferrals(tx, [...new Set(runs.map((run) => run.member_id))], now)
  return runs.map(({ id, member_id: memberId, output, ends_at: endsAt }) =>
    runMined({ id, memberId, output, endsAt }, now),
  )
}

/** A machine is idle again, or finished for good when that was the last day of its cycle. */
async function freeMachines(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const machines = await tx
    .selectFrom('machine')
    .select(['id', 'runs_done', 'days'])
    .where('id', 'in', ids)
    .execute()
  const [finished, others] = [true, false].map((isLast) =>
    machines.filter((each) => (each.runs_done + 1 === each.days) === isLast).map(({ id }) => id),
  )
  const step = { now, set: { runs_done: sql<number>`runs_done + 1` } }
  await transitionAll(tx, machineStates, finished ?? [], 'finish', step)
  await transitionAll(tx, machineStates, others ?? [], 'stop', step)
}
