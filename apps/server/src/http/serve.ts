import { randomBytes } from 'node:crypto'

import { calls, type CallPath, type Calls } from '@btbc/contract/calls.ts'
import type { Endpoint, Request, Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { Clock } from '#clock.ts'
import type { Config } from '#config.ts'
import { deviceOf, isAtThisMachine, languageOf, tokenOf } from '#http/caller.ts'
import { answered } from '#http/envelope.ts'
import { findAnswer, hashRequest, isIdempotencyKey, storeAnswer } from '#http/idempotency.ts'
import type { RateLimits } from '#http/rate-limits.ts'
import { inTransaction } from '#http/transaction.ts'

/** Who calls, once the token is known. */
export type Caller = { memberId: number; sessionId: number }

/** Everything a use case may know besides its transaction and its request. */
export type Circumstances = {
  now: Date
  wallNow: Date
  random: (bytes: number) => Buffer
  language: Language
  ip: string
  device: string
  /** House rule 9: the caller sits at this machine, or the install is a developer's. */
  atThisMachine: boolean
}

type CallerOf<E extends Endpoint> = E['access'] extends 'member' ? Caller : Caller | undefined

export type UseCase<E extends Endpoint, Prepared = undefined> = (
  context: Circumstances & {
    tx: Tx
    request: Request<E>
    caller: CallerOf<E>
    prepared: Prepared
  },
) => Promise<Response<E> | Refusal>

/** Slow work that must not hold a transaction, such as hashing a password. It may read, not write. */
export type Preparation<E extends Endpoint, Prepared> = (
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

export type ServeParts = {
  app: FastifyInstance
  db: Db
  clock: Clock
  rateLimits: RateLimits
  config: Config
  findCaller: (db: Db, token: string, wallNow: Date) => Promise<Caller | undefined>
}

/** A use case with the types of its own call already checked by `Serve`. */
type AnyUseCase = (context: never) => Promise<unknown>

export function createServe(parts: ServeParts): Serve {
  return (path: CallPath, ...steps: readonly AnyUseCase[]) => {
    const [useCase, prepare] = steps.toReversed()
    if (useCase === undefined) throw new Error(`${path} has no use case`)
    const call: Endpoint = calls[path]
    const shapes = {
      query: z.object(call.request),
      body: z.strictObject(call.request),
    }
    parts.app.route({
      method: [...call.methods],
      url: `/api${path}`,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        return await answer(parts, { path, call, shapes, useCase, prepare }, request, reply)
      },
    })
  }
}

type Bound = {
  path: string
  call: Endpoint
  shapes: { query: z.ZodMiniObject; body: z.ZodMiniObject }
  useCase: AnyUseCase
  prepare: AnyUseCase | undefined
}

async function answer(
  parts: ServeParts,
  bound: Bound,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { call } = bound
  const wallNow = parts.clock.wallNow()
  if (call.changes) refuseForeignStart(request)
  const token = tokenOf(request)
  const caller = token === undefined ? undefined : await parts.findCaller(parts.db, token, wallNow)
  await parts.rateLimits.check({
    memberId: caller?.memberId,
    ip: request.ip,
    changes: call.changes,
  })
  if (call.access === 'member' && caller === undefined) throw new Refusal('login_required')
  const parsed = parse(bound, request)
  const circumstances: Circumstances = {
    now: parts.clock.now(),
    wallNow,
    random: randomBytes,
    language: languageOf(request),
    ip: request.ip,
    device: deviceOf(request),
    atThisMachine: isAtThisMachine(request, parts.config),
  }
  const context = { ...circumstances, request: parsed, caller }
  const prepared: unknown = await bound.prepare?.({ ...context, db: parts.db } as never)
  const key = request.headers['idempotency-key']
  const idempotent =
    call.access === 'member' && call.changes && caller !== undefined && isIdempotencyKey(key)
      ? { memberId: caller.memberId, key, requestHash: hashRequest(bound.path, parsed) }
      : undefined
  const outcome = await inTransaction(parts.db, async (tx) => {
    const earlier = idempotent && (await findAnswer(tx, idempotent))
    if (earlier) return earlier
    const result: unknown = await bound.useCase({ ...context, tx, prepared } as never)
    if (result instanceof Refusal) return { refusal: result }
    const message: unknown = z.encode(call.response, result as never)
    if (idempotent) await storeAnswer(tx, idempotent, message, wallNow)
    return { message }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return await reply.send(answered(outcome.message, request.id))
}

/** A change is never started by another website, a prefetch or a preview (Q5). */
function refuseForeignStart(request: FastifyRequest): void {
  const { headers } = request
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz']
  if (
    headers['sec-fetch-site'] === 'cross-site' ||
    /prefetch|preview/.test(String(purpose ?? ''))
  ) {
    throw new Refusal('cross_site')
  }
}

function parse(bound: Bound, request: FastifyRequest): unknown {
  const fromQuery = request.method === 'GET'
  const shape = fromQuery ? bound.shapes.query : bound.shapes.body
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
