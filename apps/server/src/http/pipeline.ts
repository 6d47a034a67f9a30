import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { Refusal, type RefusalCode } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { Clock } from '#platform/clock.ts'
import { encode } from '#platform/encode.ts'
import type { WaitingLine } from '#platform/waiting-line.ts'
import { WrittenFile } from '#platform/written-file.ts'
import type { Config } from '#config.ts'
import type { AddressOf } from '#network/caller-address.ts'
import { tokenOf } from './caller.ts'
import { readRequest } from './read-request.ts'
import { type RequestContext, requestContextOf } from './request-context.ts'
import { answered } from './envelope.ts'
import { refuseForeignStart } from './foreign-start.ts'
import { preparedOnce, type Ready } from './prepared-once.ts'
import { sendFile, whileWritten } from './send-file.ts'
import type { RateLimits } from './rate-limits.ts'
import type { IsAtThisMachine } from './this-machine.ts'
import { inTransactionOfCall } from './transaction.ts'

/**
 * One way for every call, of members and of operators: receive, identify, rate limit, authorize,
 * parse, prepare, transaction, use case, what is kept of it, encode. A thrown refusal undoes
 * everything; a returned one keeps what was written (a counted try). What was done under a key before is
 * answered as it was, and not prepared again.
 */

/** What the calls of every surface have. */
export type AnyCall = {
  path: string
  access: 'anyone' | 'member' | 'operator'
  changes: boolean
  bodyBytesMax?: number
  isFile?: true
  request: z.core.$ZodLooseShape
  response: z.core.$ZodType
  refusals: readonly RefusalCode[]
}

/** Who the use case can count on, by the access its call asks for. */
type Permitted<Who> = { anyone: Who | undefined; member: Who; operator: Who }
type CallerOf<E extends AnyCall, Who> = Permitted<Who>[E['access']]

type Asked<E extends AnyCall, Who, Beside> = RequestContext &
  Beside & { request: Request<E>; caller: CallerOf<E, Who> }

type UseCase<E extends AnyCall, Who, Beside, Inside, Prepared = undefined> = (
  context: Asked<E, Who, Beside> & Inside & { tx: Tx; prepared: Prepared },
) => Promise<Response<E> | Refusal>

/** Slow work that must not hold a transaction, such as hashing a password. What it writes stays. */
type Preparation<E extends AnyCall, Who, Beside, Prepared> = (
  context: Asked<E, Who, Beside> & { db: Db },
) => Promise<Prepared>

/** What a call does that opens no transaction here: orders go to the exchange, which commits many at once. */
type DirectUseCase<E extends AnyCall, Who, Beside> = (
  context: Asked<E, Who, Beside> & { db: Db },
) => Promise<Response<E>> | Response<E>

type Steps<E extends AnyCall, Who, Beside, Inside, Prepared> = [
  prepare: Preparation<E, Who, Beside, Prepared>,
  useCase: UseCase<E, Who, Beside, Inside, Prepared>,
  inLine?: WaitingLine,
]

/** Binds a call to what it does, with or without a preparation; one that many ask for at once, in line. */
export type ServeOf<Call extends AnyCall, Who, Beside, Inside> = {
  <E extends Call>(call: E, useCase: UseCase<E, Who, Beside, Inside>): void
  <E extends Call, Prepared>(call: E, ...steps: Steps<E, Who, Beside, Inside, Prepared>): void
}

/** Binds a call that needs no transaction of its own. */
export type ServeDirectOf<Call extends AnyCall, Who, Beside> = <E extends Call>(
  call: E,
  useCase: DirectUseCase<E, Who, Beside>,
) => void

export type PipelineParts = {
  app: FastifyInstance
  db: Db
  clock: Clock
  rateLimits: RateLimits
  config: Config
  addressOf: AddressOf
  isLocalRequest: IsAtThisMachine
  /** In tests: hears what the use case of a call throws, to hold it against the contract. */
  hearThrown?: ((thrown: { call: AnyCall; error: unknown }) => void) | undefined
}

/** One call in its transaction: what its use case is given there, and what has to be kept after it. */
type InTransaction<Inside> = {
  inside: Inside
  /** The answer this very call was given before. */
  findEarlier?: () => Promise<{ message: unknown } | undefined>
  keep: (message: unknown) => Promise<void>
}

/** What members and operators do not share: how they are known, and what is kept of their calls. */
export type Surface<
  Call extends AnyCall,
  Who,
  Beside extends object,
  Inside extends object,
> = PipelineParts & {
  prefix: string
  methodsOf: (call: Call) => readonly ('GET' | 'POST')[]
  findCaller: (token: string, request: FastifyRequest) => Promise<Who | undefined>
  /** The number that the caller's requests are counted under. */
  countedAs: (caller: Who) => number
  /** Whether this caller, who is known, may make this call; refuses when not. */
  authorize?: (call: Call, caller: Who) => void
  /** Whether the caller may begin this now; refuses when not. */
  begin?: (
    call: Call,
    context: RequestContext & Beside & { request: object; caller: Who | undefined },
  ) => Promise<void>
  /** The answer this very call was given before, asked for before it is prepared. */
  findAnswered?: (
    call: Call,
    context: RequestContext & Beside & { request: object; caller: Who | undefined },
  ) => Promise<{ message: unknown } | undefined>
  /** What a use case is given besides what all are given. */
  beside: (request: FastifyRequest) => Beside
  inTransaction: (
    tx: Tx,
    call: Call,
    context: RequestContext &
      Beside & { request: Readonly<Record<string, unknown>>; caller: Who | undefined },
  ) => InTransaction<Inside>
}

export function createServe<
  Call extends AnyCall,
  Who extends object,
  Beside extends object,
  Inside extends object,
>(
  surface: Surface<Call, Who, Beside, Inside>,
): { serve: ServeOf<Call, Who, Beside, Inside>; serveDirect: ServeDirectOf<Call, Who, Beside> } {
  const { db } = surface

  function serve<E extends Call, Prepared>(
    call: E,
    ...steps: [UseCase<E, Who, Beside, Inside>] | Steps<E, Who, Beside, Inside, Prepared>
  ): void {
    if (steps.length === 1) return bind(call, async () => ({ prepared: undefined }), steps[0])
    const [prepare, ...others] = steps
    const makeReady = (context: Asked<E, Who, Beside>) =>
      preparedOnce(
        () => surface.findAnswered?.(call, context),
        () => prepare({ ...context, db }),
      )
    return bind(call, makeReady, ...others)
  }

  function bind<E extends Call, Prepared>(
    call: E,
    makeReady: (context: Asked<E, Who, Beside>) => Promise<Ready<Prepared>>,
    useCase: UseCase<E, Who, Beside, Inside, Prepared>,
    inLine: WaitingLine = (work) => work(),
  ): void {
    const answer = async (context: Asked<E, Who, Beside>) => {
      const ready = await makeReady(context)
      if ('message' in ready) return ready.message
      const { prepared } = ready
      const outcome = await inTransactionOfCall(db, async (tx) => {
        const { inside, findEarlier, keep } = surface.inTransaction(tx, call, context)
        const earlier = await findEarlier?.()
        if (earlier) return earlier
        const result = await useCase({ ...context, ...inside, tx, prepared })
        if (result instanceof Refusal) return { refusal: result }
        const message: unknown = encode(call.response, result)
        await keep(message)
        return { message }
      })
      if ('refusal' in outcome) throw outcome.refusal
      return outcome.message
    }
    route(surface, call, (context) => inLine(() => answer(context)))
  }

  return {
    serve,
    serveDirect: (call, useCase) =>
      route(surface, call, async (context) =>
        encode(call.response, await useCase({ ...context, db })),
      ),
  }
}

/** What is asked, by whom: handed to the call once it is known that they may. */
function route<Call extends AnyCall, E extends Call, Who extends object, Beside extends object>(
  surface: Surface<Call, Who, Beside, object>,
  call: E,
  useCase: (context: Asked<E, Who, Beside>) => Promise<unknown>,
): void {
  const answer = heard(surface, call, useCase)
  surface.app.route({
    method: [...surface.methodsOf(call)],
    url: `${surface.prefix}${call.path}`,
    exposeHeadRoute: false,
    ...largeBody(surface, call),
    handler: async (request, reply) => {
      const { clock } = surface
      void reply.header('cache-control', 'no-store').header('house-time', clock.now().getTime())
      const caller = await identify(surface, request, call)
      const permitted = permit<E['access'], Who>(call.access, caller)
      if (caller !== undefined && call.access !== 'anyone') surface.authorize?.(call, caller)
      const context = {
        ...requestContextOf(request, surface),
        ...surface.beside(request),
        request: readRequest<E['request']>(call.request, request),
        caller: permitted,
      }
      await surface.begin?.(call, { ...context, caller })
      const message = await (call.isFile === true
        ? whileWritten(request.raw.socket, () => answer(context))
        : answer(context))
      if (message instanceof WrittenFile) return await sendFile(reply, message)
      return await reply.send(answered(message, request.id))
    },
  })
}

/** Nobody who may not make this call has anything larger than usual read. */
function largeBody<Call extends AnyCall, Who extends object, Beside extends object>(
  surface: Surface<Call, Who, Beside, object>,
  call: Call,
) {
  const { access, bodyBytesMax } = call
  if (bodyBytesMax === undefined) return {}
  return {
    bodyLimit: bodyBytesMax,
    onRequest: async (request: FastifyRequest) => {
      try {
        const caller = await identify(surface, request, call)
        permit(access, caller)
        if (caller !== undefined) surface.authorize?.(call, caller)
      } catch (error) {
        // Read into nothing: a sender who is cut off in the middle does not hear why.
        request.raw.resume()
        throw error
      }
    },
  }
}

function heard<Context>(
  { hearThrown }: PipelineParts,
  call: AnyCall,
  useCase: (context: Context) => Promise<unknown>,
): (context: Context) => Promise<unknown> {
  if (hearThrown === undefined) return useCase
  return (context) =>
    useCase(context).catch((error: unknown) => {
      hearThrown({ call, error })
      throw error
    })
}

/** Who calls, or nobody; refused when another website starts a change, or when it is too often. */
export async function identify<Who extends object>(
  surface: Pick<
    Surface<AnyCall, Who, object, object>,
    'findCaller' | 'countedAs' | 'rateLimits' | 'addressOf'
  >,
  request: FastifyRequest,
  { changes }: { changes: boolean },
): Promise<Who | undefined> {
  const { findCaller, countedAs, rateLimits, addressOf } = surface
  if (changes) refuseForeignStart(request)
  const token = tokenOf(request)
  const caller = token === undefined ? undefined : await findCaller(token, request)
  const memberId = caller && countedAs(caller)
  await rateLimits.check({ memberId, from: addressOf(request.raw), changes })
  return caller
}

/** The caller as the use case may count on it. */
function permit<Access extends AnyCall['access'], Who>(
  access: Access,
  caller: Who | undefined,
): Permitted<Who>[Access] {
  const known = () => {
    if (caller === undefined) throw new Refusal('login_required')
    return caller
  }
  const callers: { [A in AnyCall['access']]: () => Permitted<Who>[A] } = {
    anyone: () => caller,
    member: known,
    operator: known,
  }
  return callers[access]()
}
