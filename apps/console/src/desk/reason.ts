import { say } from '@btbc/contract/operator/operator-text.ts'
import { REASON_MIN } from '@btbc/contract/operator/reason-rules.ts'

/** What is wrong with a reason for the audit log, for a form that asks for one. */
export function reasonFault(reason: string): { reason?: string } {
  return reason.trim().length < REASON_MIN ? { reason: say('desk.reasonNeeded') } : {}
}
