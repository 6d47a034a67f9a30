/** The door of earn: what locks and funds have in common. */

export { refuseTooMany, refuseUnpaid, RUNNING_MAX } from './contracts.ts'
export { type Left, leftOf, refuseShare, shareSetting } from './share.ts'
