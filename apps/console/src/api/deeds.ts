import { isUndecided, newKey, SAME_DEED_MS, Unreachable } from '@btbc/client/client.ts'

import { client, type Answer, type Ask, type Call, Unanswered } from '#api/call.ts'

/** How long the answer may take where it is known to take long. */
export type DeedOptions = { slowMs?: number }

/** What no answer has come to, by what was asked for. */
const unanswered = new Map<string, { key: string; at: number }>()

/** Sent again before an answer came, it goes under the same key and is done once. */
export async function sendOnce<E extends Call>(
  call: E,
  request: Ask<E>,
  options: DeedOptions,
): Promise<Answer<E>> {
  const deed = JSON.stringify([call.path, request])
  const at = performance.now()
  const before = unanswered.get(deed)
  const key = before && at - before.at < SAME_DEED_MS ? before.key : newKey()
  unanswered.set(deed, { key, at })
  try {
    const answer = await client.send(call, request, { key, ...options })
    unanswered.delete(deed)
    return answer
  } catch (error) {
    if (!isUndecided(error)) unanswered.delete(deed)
    const isAct = call.changes && call.isLook !== true
    throw isAct && error instanceof Unreachable ? new Unanswered(error.reason, error) : error
  }
}
