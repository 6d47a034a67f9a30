/** The door of mining: what other rooms use of it. */

export {
  ASKED,
  type AskedAt,
  IS_DUE,
  askedValues,
  LAST_ASKED,
  readSettled,
  settleDue,
  settleMember,
} from './mining.ts'
export { grantWelcome, readWelcome, readWelcomeDue, welcomeOf } from './welcome.ts'
export { describeTeam } from './mining.team.ts'
export { RUNNING, type Running, runningOutput } from './mining.running.ts'
export { LAUNCH_PRICE_THEN } from './mining.settings.ts'
export { keptForWelcomes } from './welcome.settings.ts'
export { perHour } from './power.ts'
