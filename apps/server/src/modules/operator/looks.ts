import { LOOK } from '@btbc/contract/operator/look.ts'
import type { Tx } from '@btbc/database/database.ts'
import { lockEach } from '@btbc/database/locks.ts'

import { HOUR_MS } from '#platform/durations.ts'
import { APART_MS } from '#platform/recent.ts'
import { writeAction } from './audit-log.ts'

/** Who looked at whose data: one line of the log for each operator, member and hour (decision 103). */

type Look = {
  operatorId: number
  members: readonly number[]
  /** What was opened, such as `identity 12`. */
  opened: string
  wallNow: Date
}

/** Last in its transaction, as all that is written into the log. What is refused was not seen. */
export async function writeLook(tx: Tx, look: Look): Promise<void> {
  const { operatorId, opened, wallNow } = look
  if ((await findUnwritten(tx, look)).length === 0) return
  const names = look.members.toSorted((a, b) => a - b).map((id) => `${operatorId} ${id}`)
  // A page asks for several things at once, and each of them is the same look.
  await lockEach(tx, { kind: 'look', names, waits: true })
  for (const subject of await findUnwritten(tx, look)) {
    const details = { opened }
    await writeAction(tx, { operatorId, action: LOOK, subject, reason: '', details, wallNow })
  }
}

async function findUnwritten(tx: Tx, { operatorId, members, wallNow }: Look): Promise<string[]> {
  const subjects = members.map((id) => `member ${id}`)
  const written = await tx
    .selectFrom('operator_audit')
    .select('subject')
    .where('subject', 'in', subjects)
    .where('operator_id', '=', operatorId)
    .where('action', '=', LOOK)
    .where('at', '>', new Date(wallNow.getTime() - HOUR_MS))
    .where('at', '<=', new Date(wallNow.getTime() + APART_MS))
    .execute()
  return subjects.filter((each) => !written.some(({ subject }) => subject === each))
}
