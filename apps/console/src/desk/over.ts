import { say } from '@btbc/contract/operator/operator-text.ts'

import type { Proposal } from '#desk/deciding.ts'

type About = {
  /** Whether there is anything to propose about it, as it stands. */
  isOpen: boolean
  /** What waits for a second operator already. */
  proposal: object | null
}

/** Why what one writes to propose cannot be sent any more, if so. */
export function proposingIsOver({ isOpen, proposal }: About): string | undefined {
  if (!isOpen) return say('desk.decidedMeanwhile')
  return proposal ? say('desk.proposedMeanwhile') : undefined
}

/** Why what one writes about a proposal cannot be sent any more, if so. */
export function decidingIsOver({ state }: Pick<Proposal, 'state'>): string | undefined {
  if (state === 'pending') return undefined
  return say(state === 'withdrawn' ? 'desk.takenBackMeanwhile' : 'desk.decidedMeanwhile')
}
