/** The door of campaign: what other rooms use of it. */

export { countInvites } from './campaign.invites.ts'
