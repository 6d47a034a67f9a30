import { randomBytes } from 'node:crypto'

import type { Tx } from '@btbc/database/database.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { refusalOf } from '#http/failures.ts'
import { inTransactionOfCall } from '#http/transaction.ts'

import { admitKey, payloadOf } from './access.ts'
import { BotError, botErrors, errorJson, ofRefusal } from './bot-error.ts'
import { type Call, callsOf, type Inside, type Parts, V3 } from './call-table.ts'
import { startLimits, weightIn } from './limits.ts'
import { openListenKeys } from './listen-keys.ts'
import { readParameters } from './parameters.ts'
import { type Weighed, weighAdmitted, weighAnyone } from './weighing.ts'

/** What begins so is for programs, whether there is such a call or not. */
const OURS = [V3, '/sapi', '/api/v1', '/fapi', '/dapi']

/** The exchange API in the shape of Binance's, so that existing clients work at this address. */

export function serveBotApi(app: FastifyInstance, parts: Parts): Inside {
  const { clock, db } = parts
  const wallNow = () => clock.wallNow()
  const random = (bytes: number) => randomBytes(bytes)
  const inside = {
    ...parts,
    now: () => clock.now(),
    wallNow,
    random,
    transact: <T>(work: (tx: Tx) => Promise<T>) => inTransactionOfCall(db, work),
    limits: startLimits(parts.rateLimits),
    keys: openListenKeys(wallNow, random),
  }
  void app.register((scope, _, done) => {
    acceptForms(scope)
    scope.setErrorHandler((error, request, reply) => fail(error, request, reply))
    for (const call of callsOf(inside)) {
      scope.route({
        method: call.method,
        url: call.path,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          void reply.header('cache-control', 'no-store')
          return await answer(inside, call, request, reply)
        },
      })
    }
    // A client that asks for more is told so by a status, and not by the page of the app.
    for (const under of OURS) {
      const handler = () => {
        throw botErrors.unsupported()
      }
      scope.all(under, { exposeHeadRoute: false }, handler)
      scope.all(`${under}/*`, { exposeHeadRoute: false }, handler)
    }
    done()
  })
  return inside
}

async function answer(
  parts: Inside,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const [, query = ''] = /\?(.*)/s.exec(request.url) ?? []
  const isForm = typeof request.body === 'string'
  const form = isForm ? (request.body as string) : ''
  const json = request.body instanceof JsonBody ? request.body : undefined
  const { limits } = parts
  const weighed = weighedOf(parts, call, request, reply)
  if (call.scope === 'anyone') {
    weighAnyone(limits, weighed)
    return await call.answer(readParameters(query, form))
  }
  const { scope } = call
  const isSigned = scope !== 'key'
  const admitted = await weighAdmitted(limits, { ...weighed, isSigned }, async () => {
    const parameters = readParameters(query, form)
    const signed = { payload: payloadOf(query, json?.text ?? form), parameters }
    const apiKey = await admitKey(parts, {
      key: header(request, 'x-mbx-apikey'),
      address: weighed.from.ip,
      call: `${call.method} ${call.path}`,
      scope,
      places: call.orders !== undefined,
      ...(isSigned ? { signed } : {}),
    })
    return { apiKey, parameters }
  })
  const { parameters } = admitted
  const { memberId, id: keyId } = admitted.apiKey
  const body = json?.value ?? parameters
  if (call.orders) {
    limits.countOrders(memberId, {
      count: call.orders(body),
      nowMs: parts.wallNow().getTime(),
      tell: (used) => void reply.header('x-mbx-order-count-10s', used),
    })
  }
  return await call.answer({ memberId, keyId, parameters, body })
}

function weighedOf(
  parts: Inside,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Weighed {
  return {
    from: parts.addressOf(request.raw),
    weight: weightIn(call.weight, request.query as Record<string, string | undefined>),
    nowMs: parts.wallNow().getTime(),
    tell: (used) =>
      void reply.header('x-mbx-used-weight', used).header('x-mbx-used-weight-1m', used),
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

class JsonBody {
  readonly text: string
  readonly value: unknown

  constructor(text: string) {
    this.text = text
    this.value = JSON.parse(text)
  }
}

/** Forms under these addresses alone, by whatever name they come: there are clients that call each of theirs JSON. */
function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, body, done) => done(null, body),
  )
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, /^\s*[[{]/.test(body) ? new JsonBody(body) : body)
    } catch {
      done(botErrors.malformed())
    }
  })
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  void reply.header('cache-control', 'no-store')
  const refusal = refusalOf(error)
  const known = error instanceof BotError ? error : refusal && ofRefusal(refusal)
  if (!known) request.log.error({ err: error, request_id: request.id }, 'a bug')
  const answered = known ?? botErrors.internal()
  if (answered.retryAfterS !== undefined) void reply.header('retry-after', answered.retryAfterS)
  return reply.code(answered.status).send(errorJson(answered))
}
