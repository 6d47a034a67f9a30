/** The door of deposit: what other rooms use of it. */

export { memberOfAddress, readAddress } from './address.ts'
export {
  type FoundArrivals,
  bookArrivals,
  listArrivals,
  readFound,
  writeUntold,
} from './arrivals.ts'
export { findDeposits } from './deposit.history.ts'
export { CONFIRMATIONS_NEEDED, leastDeposit } from './deposit.rules.ts'
export { faucetAmount } from './faucet.ts'
export { type FindCoin, findCoin } from './find.ts'
export { proposeWatching, readAnchor } from './watch-resume.ts'
