/** How the standing of a member's identity is shown, by its number on the wire. */
export const identityPills = {
  0: { tone: 'idle', text: 'identity.notCertified' },
  1: { tone: 'waiting', text: 'identity.waiting' },
  2: { tone: 'good', text: 'identity.certified' },
} as const
