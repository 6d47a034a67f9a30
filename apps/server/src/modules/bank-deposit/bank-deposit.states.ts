import { defineStates } from '#platform/state-machine.ts'

/** What a deposit by bank transfer goes through. */
export const bankDepositStates = defineStates({
  table: 'bank_deposit',
  name: 'Deposit by bank transfer',
  states: {
    pending: 'waits for two operators, with its worth reserved',
    done: 'credited to the member',
    rejected: 'refused by operators, or closed because nobody decided in time',
  },
  starts: ['pending'],
  ends: ['done', 'rejected'],
  endedAt: 'closed_at',
  tells: 'bank_deposit.changed',
  transitions: {
    accept: { from: ['pending'], to: 'done' },
    reject: { from: ['pending'], to: 'rejected' },
  },
})
