/** The door of earn: what locks and funds have in common. */

export { refuseTooMany, RUNNING_MAX, shownTime } from './contracts.ts'
