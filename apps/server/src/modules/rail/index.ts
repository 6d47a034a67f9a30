/** The door of rail: what other rooms use of it. */

export {
  bankTerms,
  creditPayment,
  isGatewayOpen,
  notePaidOut,
  rateOf,
  refuseOutside,
  reserveWorth,
  returnReserve,
  worthOf,
} from './rail.ts'
export { coverableUnits, formatPlain, refuseTooMany, refuseUnproved } from './rail.limits.ts'
export { type RailStanding, bankStanding, gatewayStanding } from './rail.standing.ts'
export {
  resumeWithdrawals,
  stopWithdrawals,
  stoppedCurrencies,
  unmatchedCurrencies,
} from './stop.ts'
