import type { Request, Response } from '@btbc/contract/endpoint.ts'
import {
  operatorCalls,
  type OperatorCalls,
  type OperatorPath,
} from '@btbc/contract/operator/calls.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import { isAllowed } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { Clock } from '#platform/clock.ts'
import type { Config } from '#config.ts'
import { tokenOf } from '#http/caller.ts'
import { type Circumstances, circumstancesOf } from '#http/circumstances.ts'
import { answered } from '#http/envelope.ts'
import type { RateLimits } from '#http/rate-limits.ts'
import { parse, refuseForeignStart } from '#http/serve.ts'
import type { IsAtThisMachine } from '#http/this-machine.ts'
import { inTransaction } from '#http/transaction.ts'
import { writeAction } from './audit-log.ts'
import type { OperatorCaller } from './operator-session.ts'
import type { AddressOf } from '#network/caller-address.ts'

/** Sent with what a page asks for by itself while nobody touches it: it keeps no session alive. */
const BACKGROUND_HEADER = 'x-background'

type CallerOf<E extends OperatorEndpoint> = E['access'] extends 'operator'
  ? OperatorCaller
  : undefined

/** What an action was done to, for its row in the audit log. */
type Note = (subject: string, details?: Readonly<Record<string, string>>) => void

type OperatorUseCase<E extends OperatorEndpoint, Prepared = undefined> = (
  context: Circumstances & {
    tx: Tx
    request: Request<E>
    caller: CallerOf<E>
    prepared: Prepared
    note: Note
  },
) => Promise<Response<E> | Refusal>

type Preparation<E extends OperatorEndpoint, Prepared> = (
  context: Circumstances & { db: Db; request: Request<E>; caller: CallerOf<E> },
) => Promise<Prepared>

/**
 * Serves one call of the console: parse, session, role, transaction, use case, audit row, encode.
 * An action that does not say what it was done to is a bug, and undone.
 */
export type ServeOperator = {
  <P extends OperatorPath>(path: P, useCase: OperatorUseCase<OperatorCalls[P]>): void
  <P extends OperatorPath, Prepared>(
    path: P,
    prepare: Preparation<OperatorCalls[P], Prepared>,
    useCase: OperatorUseCase<OperatorCalls[P], Prepared>,
  ): void
}

export type OperatorServeParts = {
  app: FastifyInstance
  db: Db
  clock: Clock
  rateLimits: RateLimits
  config: Config
  addressOf: AddressOf
  isAtThisMachine: IsAtThisMachine
  findOperator: (
    db: Db,
    token: string,
    at: { wallNow: Date; isThere: boolean },
  ) => Promise<OperatorCaller | undefined>
}

type AnyUseCase = (context: never) => unknown
type Bound = { path: OperatorPath; call: OperatorEndpoint }
type Context = Circumstances & { request: unknown; caller: OperatorCaller | undefined }

export function createServeOperator(parts: OperatorServeParts): ServeOperator {
  return (path: OperatorPath, ...steps: readonly AnyUseCase[]) => {
    const [useCase, prepare] = steps.toReversed()
    if (useCase === undefined) throw new Error(`${path} has no use case`)
    const call: OperatorEndpoint = operatorCalls[path]
    parts.app.route({
      method: call.method,
      url: `/operator/api${path}`,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        const context = await receive(parts, { path, call }, request)
        const prepared: unknown = await prepare?.({ ...context, db: parts.db } as never)
        const message = await answer(parts, { path, call, useCase }, { ...context, prepared })
        return await reply.send(answered(message, request.id))
      },
    })
  }
}

async function receive(
  parts: OperatorServeParts,
  { call }: Bound,
  request: FastifyRequest,
): Promise<Context> {
  const { clock, db, findOperator, rateLimits, addressOf } = parts
  const wallNow = clock.wallNow()
  if (call.changes) refuseForeignStart(request)
  const token = tokenOf(request)
  const isThere = request.headers[BACKGROUND_HEADER] === undefined
  const caller =
    token === undefined ? undefined : await findOperator(db, token, { wallNow, isThere })
  // Members have ids above zero: the two are never counted together.
  const memberId = caller && -caller.operatorId
  await rateLimits.check({ memberId, from: addressOf(request.raw), changes: call.changes })
  if (call.access === 'operator') {
    if (caller === undefined) throw new Refusal('login_required')
    if (!isAllowed(caller.roles, call.roles)) throw new Refusal('operator_not_allowed')
  }
  const shapes = { query: z.object(call.request), body: z.strictObject(call.request) }
  return {
    ...circumstancesOf(request, parts),
    request: parse(shapes, request),
    caller,
  }
}

async function answer(
  { db }: OperatorServeParts,
  { path, call, useCase }: Bound & { useCase: AnyUseCase },
  context: Context & { prepared: unknown },
): Promise<unknown> {
  const { caller, wallNow } = context
  const outcome = await inTransaction(db, async (tx) => {
    let done: { subject: string; details: Readonly<Record<string, string>> } | undefined
    const note: Note = (subject, details = {}) => {
      done = { subject, details }
    }
    const result: unknown = await useCase({ ...context, tx, note } as never)
    if (result instanceof Refusal) return { refusal: result }
    if (call.changes && caller) {
      if (done === undefined) throw new Error(`${path} says nothing for the audit log`)
      const { operatorId } = caller
      const action = path.slice(1).replaceAll('/', '.')
      await writeAction(tx, {
        ...done,
        operatorId,
        action,
        reason: reasonOf(context.request),
        wallNow,
      })
    }
    const message: unknown = z.encode(call.response, result)
    return { message }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.message
}

function reasonOf(request: unknown): string {
  const has = typeof request === 'object' && request !== null && 'reason' in request
  return has && typeof request.reason === 'string' ? request.reason : ''
}
