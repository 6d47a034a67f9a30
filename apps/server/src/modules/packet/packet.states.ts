import { defineStates } from '#platform/state-machine.ts'

/** What a red packet goes through. */
export const packetStates = defineStates({
  table: 'red_packet',
  name: 'Red packet',
  states: {
    proposed: 'waits for another operator, nothing is set aside',
    dropped: 'nobody accepted it',
    open: 'its budget is set aside, shares can be taken',
    ended: 'taken or over, what was left is back in the pool',
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
