export { mask } from './payee.details.ts'
export { getPayee, listPayees, takeWay } from './payee.ts'
