/** The door of withdrawal: what other rooms use of it. */

export { sendOut } from './withdrawal.ts'
export { leftBesidesWelcome } from './welcome-stays.ts'
export { hasCode } from './destination.ts'
export { type Terms, feeOf, minimumOf, rateOf, termsOfAll } from './terms.ts'
export { findWithdrawals, findWithdrawalStates } from './withdrawal.history.ts'
export type { WithdrawalRow } from './withdrawal.row.ts'
