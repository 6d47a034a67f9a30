import { defineStates } from '#platform/state-machine.ts'

/** What one submission of an identity goes through; the member's newest one counts. */
export const identityStates = defineStates({
  table: 'identity',
  name: 'Submission of an identity',
  states: {
    pending: 'waits for an operator',
    verified: 'accepted: withdrawing, claiming and selling are open',
    rejected: 'refused, or closed because nobody decided in time; the member may submit again',
  },
  starts: ['pending'],
  ends: ['verified', 'rejected'],
  endedAt: 'decided_at',
  tells: 'identity.changed',
  transitions: {
    accept: { from: ['pending'], to: 'verified' },
    reject: { from: ['pending'], to: 'rejected' },
  },
})
