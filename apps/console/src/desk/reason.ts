import { REASON_MIN } from '@btbc/contract/operator/reason-rules.ts'

/** What is wrong with a reason for the audit log, for a form that asks for one. */
export function reasonFault(reason: string): { reason?: string } {
  return reason.trim().length < REASON_MIN ? { reason: 'Please give a reason of a few words.' } : {}
}
