/** The door of operator: what other rooms use of it. */

export { writeAuditFile } from './audit-file.ts'
export { countActions, listActions, listChoices } from './audit-list.ts'
export { checkAuditLog, readLogHead, writeAction } from './audit-log.ts'
export { callOperators } from './call-operators.ts'
export { createOperator, disableOperator, enrolmentOf, rolesIn } from './operator.ts'
export { operatorLogin, prepareOperatorLogin } from './operator-login.ts'
export type { ServeOperator } from './operator-serve.ts'
export {
  type OperatorCaller,
  endOperatorSession,
  listOperatorSessions,
} from './operator-session.ts'
export { readTotp, sealTotp, stepOfCode } from './totp.ts'
