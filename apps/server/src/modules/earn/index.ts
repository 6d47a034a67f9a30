/** The door of earn: what locks and funds have in common. */

export { DAY_MS, refuseTooMany, RUNNING_MAX, shownTime } from './contracts.ts'
