import { defineStates } from '#platform/state-machine.ts'

/** What one operator proposes and another decides goes through. */
export const proposalStates = defineStates({
  table: 'operator_proposal',
  name: 'Proposal of an operator',
  states: {
    pending: 'waits for another operator',
    accepted: 'has had its effect',
    rejected: 'refused by another operator',
    expired:
      'nobody decided in time, or what it was about has ended, or its maker has left or may do so no more',
    withdrawn: 'taken back by whoever proposed it',
  },
  starts: ['pending'],
  ends: ['accepted', 'rejected', 'expired', 'withdrawn'],
  endedAt: 'decided_at',
  transitions: {
    accept: { from: ['pending'], to: 'accepted' },
    reject: { from: ['pending'], to: 'rejected' },
    expire: { from: ['pending'], to: 'expired' },
    withdraw: { from: ['pending'], to: 'withdrawn' },
  },
})
