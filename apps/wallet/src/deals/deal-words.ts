import type { readDeal } from '@btbc/contract/deal.ts'

import type { Answer } from '#api/call.ts'
import type { TextKey } from '#i18n/text.ts'

/** What the states of a deal are called, and whose turn it is. */

export type Deal = Answer<typeof readDeal>
export type DealState = Deal['state']

export const states: Readonly<
  Record<DealState, { text: TextKey; tone: 'active' | 'waiting' | 'good' | 'bad' | 'idle' }>
> = {
  open: { text: 'deal.stateOpen', tone: 'active' },
  paid: { text: 'deal.statePaid', tone: 'waiting' },
  disputed: { text: 'deal.stateDisputed', tone: 'bad' },
  finished: { text: 'deal.stateFinished', tone: 'good' },
  split: { text: 'deal.stateSplit', tone: 'good' },
  cancelled: { text: 'deal.stateCancelled', tone: 'idle' },
}

type Waiting = Pick<Deal, 'next' | 'type'>

/** Who acts next, seen by the caller; nothing when nobody has to. */
export function turnOf({ next, type }: Waiting): TextKey | undefined {
  const own = type === 'buy' ? 'buyer' : 'seller'
  switch (next.who) {
    case 'nobody':
      return undefined
    case 'operator':
      return 'deal.turnOperator'
    case 'buyer':
    case 'seller':
      if (next.who === own) return 'deal.turnYours'
      return next.who === 'buyer' ? 'deal.turnBuyer' : 'deal.turnSeller'
  }
}
