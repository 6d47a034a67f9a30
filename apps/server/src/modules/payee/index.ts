export { mask } from './payee.details.ts'
export { getPayee, listPayees, listPayeesOf, takeWay } from './payee.ts'
