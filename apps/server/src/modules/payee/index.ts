export { mask } from './payee.details.ts'
export { findPayee, getPayee, listPayees } from './payee.ts'
