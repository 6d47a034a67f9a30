/** The door of operator: what other rooms use of it. */

export { countActions } from './audit-list.ts'
export { checkAuditLog, readLogHead, writeAction } from './audit-log.ts'
export { callOperators } from './call-operators.ts'
export { writeLook } from './looks.ts'
export { createOperator, disableOperator, enrolmentOf, rolesIn } from './operator.ts'
export type { ServeOperator } from './operator-serve.ts'
export type { OperatorCaller } from './operator-session.ts'
export { readTotp, sealTotp } from './totp.ts'
