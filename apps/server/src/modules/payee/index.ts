export { mask } from './payee.details.ts'
export { findPayee, getPayee, listPayees, takeWay } from './payee.ts'
