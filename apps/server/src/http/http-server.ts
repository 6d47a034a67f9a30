import { randomUUID } from 'node:crypto'

import fastify, { type FastifyInstance, LogController } from 'fastify'

import type { Config } from '#config.ts'

import { limitLines } from './line-limit.ts'

const BODY_BYTES_MAX = 64 * 1024
const REQUEST_MS_MAX = 15_000
/** What a stop leaves to calls that are under way. */
const LAST_CALLS_MS_MAX = 4000
const HANG_UP_EVERY_MS = 50

export function createHttp(config: Config): FastifyInstance {
  const app = fastify({
    logger: { level: config.logLevel, redact: ['req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    // What clients are told. Silent connections are closed after twice that, so nobody asks on one just then.
    keepAliveTimeout: REQUEST_MS_MAX,
    connectionTimeout: 2 * REQUEST_MS_MAX,
    trustProxy: [...config.trustProxy],
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    // Whoever logs about a request names it; most are never logged, and need no logger of their own.
    childLoggerFactory: (logger) => logger,
    routerOptions: { caseSensitive: true, maxParamLength: 200 },
  })
  limitLines(app)
  acceptOnlyJson(app)
  hangUpAtStop(app)
  return app
}

/** JSON is the only body there is; an empty one is an empty object. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, {})
      else void parse(request, body, done)
    },
  )
}

/** A line on which a call was answered would stay open for the next one, and the stop would wait for it. */
function hangUpAtStop(app: FastifyInstance): void {
  const { server } = app
  let hangingUp: NodeJS.Timeout | undefined
  let cutting: NodeJS.Timeout | undefined
  app.addHook('onSend', (_, reply, payload, done) => {
    if (hangingUp) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', (done) => {
    hangingUp = setInterval(() => server.closeIdleConnections(), HANG_UP_EVERY_MS)
    cutting = setTimeout(() => server.closeAllConnections(), LAST_CALLS_MS_MAX)
    done()
  })
  app.addHook('onClose', (_, done) => {
    clearInterval(hangingUp)
    clearTimeout(cutting)
    done()
  })
}
