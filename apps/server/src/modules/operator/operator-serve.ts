import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import { isAllowed } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'

import {
  findAnswer,
  idempotencyKeyOf,
  type IdempotentCall,
  keyedCallOf,
  storeAnswer,
} from '#http/idempotency.ts'
import type { PipelineParts, ServeOf, Surface } from '#http/pipeline.ts'
import { inTransaction } from '#http/transaction.ts'
import { countAnswers } from '#http/usual-answers.ts'
import { writeAction } from './audit-log.ts'
import { findOperator, type OperatorCaller } from './operator-session.ts'

/**
 * The operators' calls: known by a session of their own kind, allowed by role, done once under one key, and
 * written down.
 */

/** Sent with what a page asks for by itself while nobody touches it: it keeps no session alive. */
const BACKGROUND_HEADER = 'x-background'

/** What an action was done to, for its row in the audit log. */
type Noted = { subject: string; details: Readonly<Record<string, string>> }
type Audited = { note: (subject: string, details?: Noted['details']) => void }

/** The caller's Idempotency-Key. */
type Keyed = { key: string | undefined }

/** An action that does not say what it was done to is a bug, and undone. */
export type ServeOperator = ServeOf<OperatorEndpoint, OperatorCaller, Keyed, Audited>

export function operatorSurface(
  parts: PipelineParts,
): Surface<OperatorEndpoint, OperatorCaller, Keyed, Audited> {
  const { db, clock } = parts
  const answers = countAnswers()
  return {
    ...parts,
    prefix: '/operator/api',
    methodsOf: ({ method }) => [method],
    findCaller: (token, { headers }) =>
      findOperator(db, token, {
        wallNow: clock.wallNow(),
        isActive: headers[BACKGROUND_HEADER] === undefined,
      }),
    countedAs: beyondMembers,
    authorize: (call, { roles }) => {
      if (!isAllowed(roles, call.roles)) throw new Refusal('operator_not_allowed')
    },
    findAnswered: async (call, context) => {
      const same = idempotentCallOf(call, context)
      return same && (await inTransaction(db, (tx) => findAnswer(tx, same)))
    },
    beside: ({ headers }) => ({ key: idempotencyKeyOf(headers) }),
    inTransaction(tx, call, context) {
      const { path, access, changes } = call
      const { caller, request, wallNow } = context
      const same = idempotentCallOf(call, context)
      let done: Noted | undefined
      return {
        inside: {
          note: (subject, details = {}) => {
            done = { subject, details }
          },
        },
        findEarlier: async () => same && (await findAnswer(tx, same)),
        keep: async (message) => {
          if (!changes || access === 'anyone' || caller === undefined) return
          if (done === undefined) throw new Error(`${path} says nothing for the audit log`)
          const { operatorId } = caller
          const action = path.slice(1).replaceAll('/', '.')
          const reason = typeof request['reason'] === 'string' ? request['reason'] : ''
          if (same) {
            const isBrief = !answers.isUsual(same.memberId, wallNow)
            await storeAnswer(tx, same, message, { wallNow, isBrief })
          }
          await writeAction(tx, { ...done, operatorId, action, reason, wallNow })
        },
      }
    },
  }
}

/** Members have ids above zero: neither requests nor answers of the two are ever taken together. */
function beyondMembers({ operatorId }: OperatorCaller): number {
  return -operatorId
}

/** As of members, for what changes more than the log. */
function idempotentCallOf(
  call: OperatorEndpoint,
  context: Keyed & { request: unknown; caller: OperatorCaller | undefined; wallNow: Date },
): IdempotentCall | undefined {
  const { access, changes, isLook, isFile, path } = call
  const { caller, wallNow, request, key } = context
  if (access !== 'operator' || !changes || isLook || isFile || caller === undefined)
    return undefined
  const same = keyedCallOf({ path }, { memberId: beyondMembers(caller), request, key, wallNow })
  return same && { ...same, confidential: false }
}
