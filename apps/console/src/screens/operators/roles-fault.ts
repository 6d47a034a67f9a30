import { say } from '@btbc/contract/operator/operator-text.ts'
import type { Role } from '@btbc/contract/operator/rights.ts'

export function rolesFault(roles: readonly Role[]): { roles?: string } {
  return roles.length === 0 ? { roles: say('operators.rolesWrong') } : {}
}
