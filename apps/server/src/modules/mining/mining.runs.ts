import type { Tx } from '@btbc/database/database.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { sql } from 'kysely'

import { countInvites } from '#modules/campaign/index.ts'
import { earnReferrals } from '#modules/team/index.ts'
import { transitionAll } from '#platform/state-machine.ts'

import { runMined } from './mining.entries.ts'
import { machineStates, runStates } from './mining.states.ts'

/** The end of a run, which pays out what its start has reserved. */

const BATCH = 1000
/** As the index has it: a parameter would not do. */
const NEVER = sql<Date>`'-infinity'`

/** Closes the ended runs of members, who are locked. Answers the entries that are to be posted. */
export async function closeDueRuns(
  tx: Tx,
  memberIds: readonly number[],
  now: Date,
): Promise<Entry[]> {
  const due = await tx
    .selectFrom('run')
    .select(['id', 'member_id', 'output', 'ends_at'])
    .where('member_id', '=', (row) => row.fn.any(row.val(memberIds)))
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
    // By the index of what is due, which nobody else uses.
    .where('ends_at', '>', NEVER)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  const entries = await closeRuns(tx, due, now)
  if (entries.length > 0) await postBatch(tx, entries)
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
    .where('run_id', '=', (row) => row.fn.any(row.val(ids)))
    .returning('machine_id')
    .execute()
  await freeMachines(
    tx,
    freed.map((each) => each.machine_id),
    now,
  )
  await earnReferrals(
    tx,
    runs.map((run) => run.member_id),
    now,
  )
  await countInvites(
    tx,
    runs.map(({ member_id, ends_at }) => ({ member_id, ends_at })),
  )
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
    // One parameter for all of them: a batch of runs may have more machines than there are places.
    .where('id', '=', (row) => row.fn.any(row.val(ids)))
    .execute()
  const [finished, others] = [true, false].map((isLast) =>
    machines.filter((each) => (each.runs_done + 1 === each.days) === isLast).map(({ id }) => id),
  )
  const step = { now, set: { runs_done: sql<number>`runs_done + 1` } }
  await transitionAll(tx, machineStates, finished ?? [], 'finish', step)
  await transitionAll(tx, machineStates, others ?? [], 'stop', step)
}
