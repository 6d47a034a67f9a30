/** What a prize of a campaign can be for: words on the wire, in forms and in the database. */

/**
 * For each counted invite; for a number of invites; for a place; drawn among who has enough invites;
 * asked for by the member and looked at by an operator.
 */
export const prizeKinds = ['invite', 'tier', 'place', 'draw', 'claim'] as const
export type PrizeKind = (typeof prizeKinds)[number]

/** A draw among fewer would be none. */
export const ENTRANTS_MIN = 2
