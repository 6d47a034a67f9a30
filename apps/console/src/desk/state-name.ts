import type { readCase } from '@btbc/contract/operator/case.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

import type { Answer } from '#api/call.ts'

/** Where a case stands: feedback is answered or closed, everything else accepted or rejected. */
export function stateName({
  queue,
  state,
}: Pick<Answer<typeof readCase>, 'queue' | 'state'>): string {
  if (queue === 'feedback' && state === 'accepted') return say('desk.isAnswered')
  if (queue === 'feedback' && state === 'rejected') return say('desk.isClosed')
  return state
}
