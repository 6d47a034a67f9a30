import { defineStates } from '#platform/state-machine.ts'

/** What an airdrop goes through. */
export const airdropStates = defineStates({
  table: 'airdrop',
  name: 'Airdrop',
  states: {
    proposed: 'its members are written down; waits for another operator, nothing is set aside',
    dropped: 'nobody accepted it',
    open: 'its budget is set aside, and given in batches',
    ended: 'each member has theirs, was left out or is held; what was left is back in the pool',
  },
  starts: ['proposed'],
  ends: ['dropped', 'ended'],
  endedAt: 'closed_at',
  transitions: {
    drop: { from: ['proposed'], to: 'dropped' },
    publish: { from: ['proposed'], to: 'open' },
    end: { from: ['open'], to: 'ended' },
  },
})
