import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import { isAllowed } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'

import type { PipelineParts, ServeOf, Surface } from '#http/pipeline.ts'
import { writeAction } from './audit-log.ts'
import { findOperator, type OperatorCaller } from './operator-session.ts'

/** The operators' calls: known by a session of their own kind, allowed by role, and written down. */

/** Sent with what a page asks for by itself while nobody touches it: it keeps no session alive. */
const BACKGROUND_HEADER = 'x-background'

/** What an action was done to, for its row in the audit log. */
type Noted = { subject: string; details: Readonly<Record<string, string>> }
type Audited = { note: (subject: string, details?: Noted['details']) => void }

/** An action that does not say what it was done to is a bug, and undone. */
export type ServeOperator = ServeOf<OperatorEndpoint, OperatorCaller, object, Audited>

export function operatorSurface(
  parts: PipelineParts,
): Surface<OperatorEndpoint, OperatorCaller, object, Audited> {
  const { db, clock } = parts
  return {
    ...parts,
    prefix: '/operator/api',
    methodsOf: ({ method }) => [method],
    findCaller: (token, { headers }) =>
      findOperator(db, token, {
        wallNow: clock.wallNow(),
        isActive: headers[BACKGROUND_HEADER] === undefined,
      }),
    // Members have ids above zero: the two are never counted together.
    countedAs: ({ operatorId }) => -operatorId,
    authorize: (call, { roles }) => {
      if (!isAllowed(roles, call.roles)) throw new Refusal('operator_not_allowed')
    },
    beside: () => ({}),
    inTransaction(tx, { path, access, changes }, { caller, request, wallNow }) {
      let done: Noted | undefined
      return {
        inside: {
          note: (subject, details = {}) => {
            done = { subject, details }
          },
        },
        keep: async () => {
          if (!changes || access === 'anyone' || caller === undefined) return
          if (done === undefined) throw new Error(`${path} says nothing for the audit log`)
          const { operatorId } = caller
          const action = path.slice(1).replaceAll('/', '.')
          const reason = typeof request['reason'] === 'string' ? request['reason'] : ''
          await writeAction(tx, { ...done, operatorId, action, reason, wallNow })
        },
      }
    },
  }
}
