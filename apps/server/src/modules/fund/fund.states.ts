import { defineStates } from '#platform/state-machine.ts'

/** What the purchase of a fund goes through. */
export const fundStates = defineStates({
  table: 'fund_contract',
  name: 'Fund',
  states: {
    awaiting: 'its yield is reserved, its amount is not paid yet',
    running: 'its amount is held, its yield is reserved',
    ended: 'its term is over, amount and yield are in Earn',
    lapsed: 'it was not paid, its yield is back in the pool',
  },
  starts: ['awaiting', 'running'],
  ends: ['ended', 'lapsed'],
  endedAt: 'closed_at',
  transitions: {
    pay: { from: ['awaiting'], to: 'running' },
    lapse: { from: ['awaiting'], to: 'lapsed' },
    end: { from: ['running'], to: 'ended' },
  },
})
