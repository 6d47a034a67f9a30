/** The door of rail: what other rooms use of it. */

export {
  agreedRate,
  bankTerms,
  creditPayment,
  isGatewayOpen,
  notePaidOut,
  rateOf,
  referenceRate,
  refuseOutside,
  reserveWorth,
  returnReserve,
  unitsOf,
  worthOf,
} from './rail.ts'
export { coverableUnits, refuseTooMany, refuseUnproved } from './rail.limits.ts'
export { listOwed, readOwed } from './rail.owed.ts'
export { type RailStanding, bankStanding, gatewayStanding } from './rail.standing.ts'
