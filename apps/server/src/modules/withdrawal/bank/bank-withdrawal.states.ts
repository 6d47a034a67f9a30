import { defineStates } from '#platform/state-machine.ts'

/** What a withdrawal to a bank goes through. */
export const bankWithdrawalStates = defineStates({
  table: 'bank_withdrawal',
  name: 'Withdrawal to a bank',
  states: {
    pending: 'waits for two operators',
    done: 'paid on the sandbox rail',
    rejected: 'given back by operators, or because nobody decided in time',
    cancelled: 'taken back by the member',
  },
  starts: ['pending'],
  ends: ['done', 'rejected', 'cancelled'],
  endedAt: 'ended_at',
  tells: 'bank_withdrawal.changed',
  transitions: {
    pay: { from: ['pending'], to: 'done' },
    refuse: { from: ['pending'], to: 'rejected' },
    cancel: { from: ['pending'], to: 'cancelled' },
  },
})
