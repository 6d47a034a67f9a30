import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { boundBy, type StepUpAction } from '@btbc/contract/step-up.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import { tokenOf } from './caller.ts'
import {
  findAnswer,
  idempotencyKeyOf,
  type IdempotentCall,
  keyedCallOf,
  storeAnswer,
} from './idempotency.ts'
import { inTransaction } from './transaction.ts'
import { countAnswers } from './usual-answers.ts'
import type { PipelineParts, ServeDirectOf, ServeOf, Surface } from './pipeline.ts'

/** The members' calls: known by their session, confirmed where it is risky, and done once under one key. */

/** Who calls, once the token is known. */
export type Caller = {
  memberId: number
  sessionId: number
  isFrozen: boolean
  /** The version of the terms that was agreed to. */
  termsVersion: number
}

/** The caller's Idempotency-Key and token. Where a call opens no transaction here, the exchange keeps the key. */
type Keyed = { key: string | undefined; token: string | undefined }

export type Serve = ServeOf<Endpoint, Caller, Keyed, { confirm: Confirm }>
export type ServeDirect = ServeDirectOf<Endpoint, Caller, Keyed>

export type ServeParts = PipelineParts & {
  findCaller: (db: Db, token: string, wallNow: Date) => Promise<Caller | undefined>
  terms: { current: () => { version: number } }
  requireStepUp: (
    tx: Tx,
    risky: {
      memberId: number
      action: StepUpAction
      payload: Readonly<Record<string, string>>
      proof: string | undefined
      code: string | undefined
      wallNow: Date
    },
  ) => Promise<void>
}

type Members = Surface<Endpoint, Caller, Keyed, { confirm: Confirm }>

export function memberSurface(parts: ServeParts): Members {
  const { db, clock } = parts
  const answers = countAnswers()
  const findAnswered: NonNullable<Members['findAnswered']> = async (call, context) => {
    const same = idempotentCallOf(call, context)
    return same && (await inTransaction(db, (tx) => findAnswer(tx, same)))
  }
  return {
    ...parts,
    findAnswered,
    prefix: '/api',
    methodsOf: ({ methods }) => methods,
    findCaller: (token) => parts.findCaller(db, token, clock.wallNow()),
    countedAs: ({ memberId }) => memberId,
    async begin(call, context) {
      const { termsVersion = 0 } = context.caller ?? {}
      if (call.business !== true || termsVersion >= parts.terms.current().version) return
      // What was done under this key before is answered as it was.
      if ((await findAnswered(call, context)) === undefined) throw new Refusal('terms_due')
    },
    beside: (request) => ({ key: idempotencyKeyOf(request.headers), token: tokenOf(request) }),
    inTransaction(tx, call, context) {
      const same = idempotentCallOf(call, context)
      const { confirm, isDue } = confirming(parts, tx, { call, context })
      return {
        inside: { confirm },
        findEarlier: async () => same && (await findAnswer(tx, same)),
        keep: async (message) => {
          if (isDue()) throw new Error(`${call.path} did not ask for its proof`)
          if (!same) return
          const { wallNow } = context
          const isBrief = !answers.isUsual(same.memberId, wallNow)
          await storeAnswer(tx, same, message, { wallNow, isBrief })
        },
      }
    },
  }
}

type Confirmed = {
  call: Endpoint
  context: {
    request: Readonly<Record<string, unknown>>
    caller: Caller | undefined
    wallNow: Date
  }
}

/** The step-up of one call as its use case asks for it, and whether it has still to be asked for. */
function confirming(
  { requireStepUp }: ServeParts,
  tx: Tx,
  { call: { path, stepUp }, context: { request, caller, wallNow } }: Confirmed,
): { confirm: Confirm; isDue: () => boolean } {
  let isAsked = false
  return {
    isDue: () => stepUp !== undefined && stepUp.sometimes !== true && !isAsked,
    confirm: async (read = {}) => {
      if (stepUp === undefined || caller === undefined) {
        throw new Error(`${path} does not say what a proof would be for`)
      }
      isAsked = true
      const payload = boundBy(stepUp, { ...request, ...read })
      const { action } = stepUp
      const { memberId } = caller
      const [proof, code] = [given(request['proof']), given(request['code'])]
      await requireStepUp(tx, { memberId, action, payload, proof, code, wallNow })
    },
  }
}

function given(text: unknown): string | undefined {
  return typeof text === 'string' ? text : undefined
}

/** As `keyedCallOf` has it, for the calls of members that change something. */
function idempotentCallOf(
  call: Endpoint,
  context: Keyed & { request: unknown; caller: Caller | undefined; wallNow: Date },
): IdempotentCall | undefined {
  const { caller, wallNow, request, key, token } = context
  if (call.access !== 'member' || !call.changes || caller === undefined) return undefined
  const { memberId } = caller
  const same = keyedCallOf(call, { memberId, request, key, token, wallNow })
  return same && { ...same, confidential: call.confidential === true }
}
