import { HOUR_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'

import { type SnapshotParts, takeSnapshot } from './snapshot.ts'

/** A server that has just started has other things to do. */
const FIRST_AFTER_MS = 60_000

/** A snapshot an hour, whoever of the servers of this database is the first to see that it is due. */
export function snapshotChore(parts: SnapshotParts): Chore {
  const { clock } = parts
  const startedAt = clock.wallNow().getTime()
  return {
    name: 'take a snapshot of the books',
    async run(db, wallNow, signal) {
      const nowMs = wallNow.getTime()
      if (nowMs < startedAt + FIRST_AFTER_MS) return
      const last = await db
        .selectFrom('proof_attestation')
        .select('taken_at')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (last && nowMs < last.taken_at.getTime() + HOUR_MS) return
      await takeSnapshot(parts, signal)
    },
  }
}
