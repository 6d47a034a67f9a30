/** What a line of a member's timeline is about. */
export const timelineKinds = [
  'account',
  'session',
  'security',
  'identity',
  'money',
  'deposit',
  'withdrawal',
  'deal',
  'order',
  'decision',
  'notice',
  'feedback',
  'note',
] as const
