/** The door of mining: what other rooms use of it. */

export {
  ASKED,
  type AskedAt,
  IS_DUE,
  WELCOME_GRANT,
  askedValues,
  grantWelcome,
  readSettled,
  settleDue,
  settleMember,
  wasWelcomed,
} from './mining.ts'
export { welcomed } from './mining.entries.ts'
export { describeTeam } from './mining.team.ts'
export { RUNNING, type Running, runningOutput } from './mining.running.ts'
export { LAUNCH_PRICE_THEN } from './mining.settings.ts'
export { perHour } from './power.ts'
