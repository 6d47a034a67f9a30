import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'
import { wasWithin } from '#platform/recent.ts'

import { type SnapshotParts, takeSnapshot } from './snapshot.ts'
import { hasTree } from './tree/find-leaf.ts'

/** A server that has just started has other things to do. */
const FIRST_AFTER_MS = MINUTE_MS
/** A million members take half a minute on a machine that is idle otherwise, and beside others two or three times as long. */
const LAST_IN_LINE_MS = 3 * MINUTE_MS

/**
 * A snapshot an hour, and one when the tree of the last is gone, whoever of the servers of this database is
 * the first to see that it is due.
 */
export function snapshotChore(parts: Omit<SnapshotParts, 'standsBack'>): Chore {
  const { clock } = parts
  const startedAt = clock.wallNow()
  return {
    name: 'take a snapshot of the books',
    async run(db, wallNow, signal) {
      if (wasWithin(FIRST_AFTER_MS, startedAt, wallNow)) return
      const last = await db
        .selectFrom('proof_attestation')
        .select(['number', 'taken_at'])
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      const isRecent = wasWithin(HOUR_MS, last?.taken_at, wallNow)
      if (last && isRecent && (await hasTree(db, last.number))) return
      await takePatiently(parts, signal, LAST_IN_LINE_MS)
    },
  }
}

/** With what nobody else wants of the processors; and where that is too little, with a share of them. */
export async function takePatiently(
  parts: Omit<SnapshotParts, 'standsBack'>,
  signal: AbortSignal,
  lastInLineMs: number,
): Promise<void> {
  const patience = AbortSignal.timeout(lastInLineMs)
  try {
    await takeSnapshot({ ...parts, standsBack: 'last' }, AbortSignal.any([signal, patience]))
  } catch (error) {
    if (!patience.aborted || signal.aborted) throw error
    await takeSnapshot({ ...parts, standsBack: 'behind' }, signal)
  }
}
