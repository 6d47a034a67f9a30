/** The door of withdrawal: what other rooms use of it. */

export { openWithdrawal } from './withdrawal.ts'
export { findNamedWithdrawal } from './authorization.ts'
export { confirmationsOf, type Seen } from './confirmations.ts'
export { hasCode } from './chain/destination.ts'
export {
  type WithdrawalTerms,
  feeOf,
  limitsOf,
  minimumOf,
  rateOf,
  termsOfAll,
} from './limits/terms.ts'
export { leftBesidesWelcome } from './limits/welcome-stays.ts'
export { findWithdrawalStates, findWithdrawals } from './withdrawal.history.ts'
export type { WithdrawalRow } from './withdrawal.row.ts'
