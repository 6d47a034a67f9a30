import { defineStates } from '#platform/state-machine.ts'

/** Who answers next to what a member wrote to the house. */
export const feedbackStates = defineStates({
  table: 'feedback',
  name: 'Feedback',
  states: {
    waiting: 'an operator answers next',
    answered: 'the member may write more',
    closed: 'an operator ended it without an answer',
  },
  starts: ['waiting'],
  ends: ['closed'],
  endedAt: 'closed_at',
  tells: 'feedback.changed',
  transitions: {
    answer: { from: ['waiting'], to: 'answered' },
    ask: { from: ['answered'], to: 'waiting' },
    close: { from: ['waiting'], to: 'closed' },
  },
})
