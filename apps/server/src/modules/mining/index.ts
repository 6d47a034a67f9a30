/** The door of mining: what other rooms use of it. */

export { WELCOME_GRANT, grantWelcome, settleDue, settleMember } from './mining.ts'
export { countLaunches } from './mining.launches.ts'
export { runningOutput } from './mining.team.ts'
export { perHour } from './power.ts'
