/** The door of team: what other rooms use of it. */

export {
  type Grant,
  earnReferrals,
  payReferrals,
  promiseReferral,
  releaseReferrals,
} from './team.ts'
export { inviteReward, inviteRuns, type TeamBonus, teamBonus } from './team.settings.ts'
export { type Joined, findInviter, isInviteOpen, promiseInviter } from './invites.ts'
export {
  type TeamSize,
  activeSince,
  countTeam,
  countTeams,
  listDirectMembers,
  startsCounted,
} from './team.members.ts'
