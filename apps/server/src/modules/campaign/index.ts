/** The door of campaign: what other rooms use of it. */

export { releaseAwards } from './campaign.awards.ts'
export { countInvites } from './campaign.invites.ts'
