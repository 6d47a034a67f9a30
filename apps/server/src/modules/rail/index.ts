/** The door of rail: what other rooms use of it. */

export {
  coverableUnits,
  creditPayment,
  getRail,
  notePaidOut,
  readable,
  refuseOutside,
  refuseTooMany,
  reserveWorth,
  returnReserve,
  worthOf,
} from './rail.ts'
export { type RailStanding, bankStanding, gatewayStanding } from './rail.standing.ts'
export { resumeWithdrawals, stopWithdrawals, stoppedCurrencies } from './stop.ts'
