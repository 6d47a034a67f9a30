/** What an airdrop can be of: its words on the wire, in forms and in the database. */

/** By the pool that pays for it: the currencies it gives, by their ids. */
export const airdropPools = {
  welcome: [1001, 28],
  referral: [1001],
  points: [1002],
  campaign: [28],
} as const satisfies Readonly<Record<string, readonly number[]>>

export type AirdropPool = keyof typeof airdropPools
export const airdropPoolNames = ['welcome', 'referral', 'points', 'campaign'] as const
