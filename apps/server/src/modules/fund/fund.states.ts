import { defineStates } from '#platform/state-machine.ts'

/** What the purchase of a fund goes through. */
export const fundStates = defineStates({
  table: 'fund_contract',
  name: 'Fund',
  states: {
    running: 'its amount is held, its yield is reserved',
    ended: 'its term is over, amount and yield are in Earn',
  },
  starts: ['running'],
  ends: ['ended'],
  endedAt: 'closed_at',
  transitions: { end: { from: ['running'], to: 'ended' } },
})
