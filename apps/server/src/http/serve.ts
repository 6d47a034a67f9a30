import { calls, type CallPath, type Calls } from '@btbc/contract/calls.ts'
import type { Endpoint, Request, Response } from '@btbc/contract/endpoint.ts'
import { CountedRefusal, Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { Clock } from '#platform/clock.ts'
import type { Config } from '#config.ts'
import { tokenOf } from './caller.ts'
import { type Circumstances, circumstancesOf } from './circumstances.ts'
import { answered } from './envelope.ts'
import {
  findAnswer,
  hashRequest,
  idempotencyKeyOf,
  type IdempotentCall,
  keyOfRequest,
  storeAnswer,
} from './idempotency.ts'
import type { RateLimits } from './rate-limits.ts'
import type { IsAtThisMachine } from './this-machine.ts'
import { inTransaction } from './transaction.ts'
import type { AddressOf } from '#network/caller-address.ts'

/** Who calls, once the token is known. */
export type Caller = { memberId: number; sessionId: number; isFrozen: boolean }

type CallerOf<E extends Endpoint> = E['access'] extends 'member' ? Caller : Caller | undefined

type UseCase<E extends Endpoint, Prepared = undefined> = (
  context: Circumstances & {
    tx: Tx
    request: Request<E>
    caller: CallerOf<E>
    prepared: Prepared
  },
) => Promise<Response<E> | Refusal>

/** Slow work that must not hold a transaction, such as hashing a password. It may read, not write. */
type Preparation<E extends Endpoint, Prepared> = (
  context: Circumstances & { db: Db; request: Request<E>; caller: CallerOf<E> },
) => Promise<Prepared>

/**
 * Serves one call of the contract: parse, session, rate limit, idempotency, transaction, use case,
 * encode. A thrown refusal undoes everything; a returned one keeps what was written (a counted try).
 */
export type Serve = {
  <P extends CallPath>(path: P, useCase: UseCase<Calls[P]>): void
  <P extends CallPath, Prepared>(
    path: P,
    prepare: Preparation<Calls[P], Prepared>,
    useCase: UseCase<Calls[P], Prepared>,
  ): void
}

/**
 * What a call does that opens no transaction here: orders go to the exchange, whose queue commits
 * many at once. `key` is the caller's Idempotency-Key, which the exchange itself keeps.
 */
type DirectUseCase<E extends Endpoint> = (
  context: Circumstances & {
    db: Db
    request: Request<E>
    caller: CallerOf<E>
    key: string | undefined
  },
) => Promise<Response<E>> | Response<E>

/** Serves one call without a transaction: parse, session, rate limit, use case, encode. */
export type ServeDirect = <P extends CallPath>(path: P, useCase: DirectUseCase<Calls[P]>) => void

export type ServeParts = {
  app: FastifyInstance
  db: Db
  clock: Clock
  rateLimits: RateLimits
  config: Config
  addressOf: AddressOf
  isAtThisMachine: IsAtThisMachine
  findCaller: (db: Db, token: string, wallNow: Date) => Promise<Caller | undefined>
}

/** A use case with the types of its own call already checked by `Serve`. */
type AnyUseCase = (context: never) => unknown

export function createServe(parts: ServeParts): Serve {
  return (path: CallPath, ...steps: readonly AnyUseCase[]) => {
    const [useCase, prepare] = steps.toReversed()
    if (useCase === undefined) throw new Error(`${path} has no use case`)
    const bound = bind(path)
    route(parts, bound, async (request) => {
      const context = await receive(parts, bound, request)
      return await answer(parts, { ...bound, useCase, prepare }, context)
    })
  }
}

export function createServeDirect(parts: ServeParts): ServeDirect {
  return (path, useCase: AnyUseCase) => {
    const bound = bind(path)
    route(parts, bound, async (request) => {
      const context = await receive(parts, bound, request)
      const result: unknown = await useCase({ ...context, db: parts.db } as never)
      return z.encode(bound.call.response, result)
    })
  }
}

type Bound = {
  path: CallPath
  call: Endpoint
  shapes: { query: z.ZodMiniObject; body: z.ZodMiniObject }
}

function bind(path: CallPath): Bound {
  const call: Endpoint = calls[path]
  return {
    path,
    call,
    shapes: { query: z.object(call.request), body: z.strictObject(call.request) },
  }
}

function route(
  { app }: ServeParts,
  { path, call }: Bound,
  handle: (request: FastifyRequest) => Promise<unknown>,
): void {
  app.route({
    method: [...call.methods],
    url: `/api${path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      return await reply.send(answered(await handle(request), request.id))
    },
  })
}

type Context = Circumstances & {
  request: unknown
  caller: Caller | undefined
  key: string | undefined
}

/** Who calls, or nobody; refused when another website starts a change, or when it is too often. */
export async function identify(
  { clock, db, findCaller, rateLimits, addressOf }: ServeParts,
  request: FastifyRequest,
  { changes }: { changes: boolean },
): Promise<Caller | undefined> {
  if (changes) refuseForeignStart(request)
  const token = tokenOf(request)
  const caller = token === undefined ? undefined : await findCaller(db, token, clock.wallNow())
  await rateLimits.check({ memberId: caller?.memberId, from: addressOf(request.raw), changes })
  return caller
}

/** Who calls, whether they may, and what they ask for. */
async function receive(parts: ServeParts, bound: Bound, request: FastifyRequest): Promise<Context> {
  const { call } = bound
  const caller = await identify(parts, request, call)
  if (call.access === 'member' && caller === undefined) throw new Refusal('login_required')
  const key = idempotencyKeyOf(request.headers)
  const parsed = parse(bound.shapes, request)
  return { ...circumstancesOf(request, parts), request: parsed, caller, key }
}

async function answer(
  parts: ServeParts,
  bound: Bound & { useCase: AnyUseCase; prepare: AnyUseCase | undefined },
  context: Context,
): Promise<unknown> {
  const { call } = bound
  const { wallNow } = context
  const prepared: unknown = await bound.prepare?.({ ...context, db: parts.db } as never)
  const idempotent = idempotentCallOf(bound, context)
  const outcome = await inTransaction(parts.db, async (tx) => {
    const earlier = idempotent && (await findAnswer(tx, idempotent))
    if (earlier) return earlier
    const result = await runUseCase(bound.useCase, { ...context, tx, prepared })
    if (result instanceof Refusal) return { refusal: result }
    const message: unknown = z.encode(call.response, result)
    if (idempotent) await storeAnswer(tx, idempotent, message, wallNow)
    return { message }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.message
}

/** What makes this call the same as an earlier one: its key or, for a few seconds, all it says. */
function idempotentCallOf(
  { call, path }: Bound,
  { caller, wallNow, request: asked, key }: Context,
): IdempotentCall | undefined {
  if (call.access !== 'member' || !call.changes || caller === undefined) return undefined
  const requestHash = hashRequest(path, asked)
  const confidential = call.confidential === true
  const same = { memberId: caller.memberId, requestHash, confidential }
  if (key !== undefined) return { ...same, key }
  if (call.sameWithin_s === undefined) return undefined
  const since = new Date(wallNow.getTime() - call.sameWithin_s * 1000)
  return { ...same, key: keyOfRequest(requestHash), since }
}

/** A counted refusal is committed with what it counted, as a returned one is. */
async function runUseCase(useCase: AnyUseCase, context: unknown): Promise<unknown> {
  try {
    return await useCase(context as never)
  } catch (error) {
    if (error instanceof CountedRefusal) return error
    throw error
  }
}

/** A change is never started by another website, a prefetch or a preview (Q5). */
export function refuseForeignStart(request: FastifyRequest): void {
  const { headers } = request
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz']
  if (
    headers['sec-fetch-site'] === 'cross-site' ||
    /prefetch|preview/.test(String(purpose ?? ''))
  ) {
    throw new Refusal('cross_site')
  }
}

/** The request as the contract has it; the first thing that is wrong with it is refused by name. */
export function parse(shapes: Bound['shapes'], request: FastifyRequest): unknown {
  const fromQuery = request.method === 'GET'
  const shape = fromQuery ? shapes.query : shapes.body
  const parsed = z.safeParse(shape, fromQuery ? request.query : (request.body ?? {}))
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys')
  if (unknown?.code === 'unrecognized_keys') {
    throw new Refusal('unknown_field', { field: (unknown.keys[0] ?? '').slice(0, 100) })
  }
  const [issue] = issues
  throw new Refusal('invalid_request', { field: issue?.path.join('.').slice(0, 100) ?? '' })
}
