/** The door of deal: what other rooms use of it. */

export { countWaiting } from './deal.read.ts'
