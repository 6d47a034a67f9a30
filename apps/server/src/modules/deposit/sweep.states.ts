import { defineStates } from '#platform/state-machine.ts'

/** What bringing coins from a deposit address to the hot address goes through. */
export const sweepStates = defineStates({
  table: 'deposit_sweep',
  name: 'Sweep of a deposit address',
  states: {
    gas: 'waits for the gas that was sent there',
    sending: 'the coins are on their way',
    done: 'final on the chain',
    failed: 'without effect; what it was for is taken by the next',
    skipped: 'not worth its gas; only older installations have any',
  },
  starts: ['gas', 'sending'],
  ends: ['done', 'failed', 'skipped'],
  endedAt: 'ended_at',
  transitions: {
    send: { from: ['gas'], to: 'sending' },
    confirm: { from: ['sending'], to: 'done' },
    fail: { from: ['gas', 'sending'], to: 'failed' },
  },
})
