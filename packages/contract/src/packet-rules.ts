/** How a red packet can be made: its words on the wire, in forms and in the database. */

export const packetSplits = ['equal', 'random'] as const
/** Everybody; who joined within a week; whose identity is accepted. */
export const packetAudiences = ['all', 'new', 'verified'] as const
