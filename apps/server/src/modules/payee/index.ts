export { mask } from './payee.details.ts'
export { findPayee, getPayee } from './payee.ts'
