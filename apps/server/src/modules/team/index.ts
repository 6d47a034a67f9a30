/** The door of team: what other rooms use of it. */

export { earnReferrals, hasDueReferrals, payReferrals, promiseReferral } from './team.ts'
export { type Joined, findInviter, isInviteOpen, promiseInviter } from './invites.ts'
export { countStart, countTeam, listDirectMembers } from './team.members.ts'
