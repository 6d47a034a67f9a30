import { randomBytes } from 'node:crypto'

import { lookAround as lookAroundCall } from '@btbc/contract/first-page.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import {
  listSessions as listSessionsCall,
  logIn,
  logOut,
  requestCode,
  revokeSession as revokeSessionCall,
  verifyCode,
} from '@btbc/contract/session.ts'
import type { Db } from '@btbc/database/database.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Clock } from '#platform/clock.ts'
import type { Config } from '#config.ts'
import type { RateLimits } from '#http/rate-limits.ts'
import type { Serve } from '#http/serve.ts'
import { drawCaptcha, storeCaptcha } from './captcha.ts'
import { login, prepareLogin } from './login.ts'
import { lookAround } from './look-around.ts'
import type { Passwords } from '#platform/passwords.ts'
import { askForCode, proveCode } from './asked-codes.ts'
import { sendLimitsOf } from './send-limits.ts'
import { endSessions, listSessions, revokeSession } from './session.ts'
import type { AddressOf } from '#network/caller-address.ts'

const SESSIONS_PER_PAGE = 50

export function serveSession(
  serve: Serve,
  { config, passwords }: { config: Config; passwords: Passwords },
): void {
  serve(requestCode, (context) => {
    return askForCode(context.tx, { ...context, limits: sendLimitsOf(config, context.from) })
  })
  serve(verifyCode, ({ tx, request, ip, wallNow }) => proveCode(tx, { request, ip, wallNow }))
  serve(
    logIn,
    ({ db, request, from, isLocal, wallNow }) =>
      prepareLogin(db, { request, origin: from, isLocal, passwords, wallNow }),
    ({ prepared, ...context }) =>
      login(context.tx, { ...context, tried: prepared, origin: context.from }),
  )
  serve(lookAroundCall, (context) => lookAround(context.tx, context))
  serve(logOut, async ({ tx, caller, wallNow }) => {
    await endSessions(tx, { memberId: caller.memberId, only: caller.sessionId, wallNow })
    return {}
  })
  serve(listSessionsCall, ({ tx, request, caller, wallNow }) => {
    const { page = 1, limit = SESSIONS_PER_PAGE } = request
    return listSessions(tx, { caller, page, limit, wallNow })
  })
  serve(revokeSessionCall, async ({ tx, request, caller, wallNow }) => {
    await revokeSession(tx, { caller, id: request.id, wallNow })
    return {}
  })
}

const CaptchaQuery = z.object({
  t: z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^\P{Cc}+$/u)),
})

/** `GET /captcha?t=<client nonce>`: a picture at the root of the host, as old clients ask for it. */
export function serveCaptcha(
  app: FastifyInstance,
  parts: { db: Db; clock: Clock; rateLimits: RateLimits; addressOf: AddressOf },
): void {
  app.get('/captcha', { exposeHeadRoute: false }, async (request, reply) => {
    const query = z.safeParse(CaptchaQuery, request.query)
    if (!query.success) throw new Refusal('invalid_request', { field: 't' })
    const from = parts.addressOf(request.raw)
    await parts.rateLimits.check({ memberId: undefined, from, changes: true })
    const { answer, png } = await drawCaptcha(randomBytes)
    const wallNow = parts.clock.wallNow()
    await parts.db
      .transaction()
      .execute((tx) => storeCaptcha(tx, { t: query.data.t.trim(), answer, wallNow }))
    void reply.header('cache-control', 'no-store').type('image/png')
    return await reply.send(png)
  })
}
