import { defineStates } from '#platform/state-machine.ts'

/** What a lock goes through. */
export const lockStates = defineStates({
  table: 'lock_contract',
  name: 'Lock',
  states: {
    running: 'its amount is held, the income of the days to come is reserved',
    ended: 'every day is paid, its amount is in Earn',
    exited: 'ended early: days that had passed are paid, its amount is in Earn',
  },
  starts: ['running'],
  ends: ['ended', 'exited'],
  endedAt: 'closed_at',
  transitions: {
    end: { from: ['running'], to: 'ended' },
    exit: { from: ['running'], to: 'exited' },
  },
})
