/** The door of deal: what other rooms use of it. */

export { findWaitingDisputes, listLateDisputes } from './deal.alerts.ts'
export { countWaiting } from './deal.read.ts'
