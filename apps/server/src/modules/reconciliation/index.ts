/** The door of reconciliation: what other rooms use of it. */

export { type CustodyCheck, readCustodyChecks } from './custody-check.ts'
export type { Reconciler } from './reconciler.ts'
