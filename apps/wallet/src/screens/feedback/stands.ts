/** Where a feedback stands, by who answers next. */
export const stands = {
  house: { tone: 'waiting', text: 'feedback.waiting', next: 'feedback.nextHouse' },
  member: { tone: 'good', text: 'feedback.answered', next: 'feedback.nextMember' },
  nobody: { tone: 'idle', text: 'feedback.closed', next: 'feedback.nextNobody' },
} as const
