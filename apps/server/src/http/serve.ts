import { calls, type Calls } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import type { Db } from '@btbc/database/database.ts'

import {
  findAnswer,
  hashRequest,
  idempotencyKeyOf,
  type IdempotentCall,
  keyOfRequest,
  storeAnswer,
} from './idempotency.ts'
import type { PipelineParts, ServeDirectOf, ServeOf, Surface } from './pipeline.ts'

/** The members' calls: known by their session, and done once under one Idempotency-Key. */

/** Who calls, once the token is known. */
export type Caller = { memberId: number; sessionId: number; isFrozen: boolean }

/** The caller's Idempotency-Key. Where a call opens no transaction here, the exchange keeps it. */
type Keyed = { key: string | undefined }

export type Serve = ServeOf<Calls, Caller, Keyed>
export type ServeDirect = ServeDirectOf<Calls, Caller, Keyed>

export type ServeParts = PipelineParts & {
  findCaller: (db: Db, token: string, wallNow: Date) => Promise<Caller | undefined>
}

export function memberSurface(parts: ServeParts): Surface<Calls, Caller, Keyed> {
  const { db, clock } = parts
  return {
    ...parts,
    callOf: (path) => calls[path],
    prefix: '/api',
    methodsOf: (call: Endpoint) => call.methods,
    findCaller: (token) => parts.findCaller(db, token, clock.wallNow()),
    countedAs: ({ memberId }) => memberId,
    beside: ({ headers }) => ({ key: idempotencyKeyOf(headers) }),
    keepingOf: ({ path, call }, context) => {
      const same = idempotentCallOf(path, call, context)
      if (same === undefined) return undefined
      return {
        findEarlier: (tx) => findAnswer(tx, same),
        keep: (tx, message) => storeAnswer(tx, same, message, context.wallNow),
      }
    },
  }
}

/** What makes this call the same as an earlier one: its key or, for a few seconds, all it says. */
function idempotentCallOf(
  path: string,
  call: Endpoint,
  context: Keyed & { request: unknown; caller: Caller | undefined; wallNow: Date },
): IdempotentCall | undefined {
  const { caller, wallNow, request, key } = context
  if (call.access !== 'member' || !call.changes || caller === undefined) return undefined
  const requestHash = hashRequest(path, request)
  const confidential = call.confidential === true
  const same = { memberId: caller.memberId, requestHash, confidential }
  if (key !== undefined) return { ...same, key }
  if (call.sameWithin_s === undefined) return undefined
  const since = new Date(wallNow.getTime() - call.sameWithin_s * 1000)
  return { ...same, key: keyOfRequest(requestHash), since }
}
