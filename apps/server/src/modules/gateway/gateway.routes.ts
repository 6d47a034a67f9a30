import {
  depositByCard,
  depositByMobile,
  depositOnline,
  listOnlineDeposits,
  listPaymentMethods,
} from '@btbc/contract/gateway.ts'
import { ALL_STATES } from '@btbc/contract/payment-state.ts'
import type { Db } from '@btbc/database/database.ts'
import type { FastifyInstance } from 'fastify'

import type { Clock } from '#platform/clock.ts'
import type { EventFault, Gateway } from '#payment-provider/gateway.ts'
import type { Serve } from '#http/serve.ts'
import { inTransaction } from '#http/transaction.ts'

import { isKnownEvent, takeEvent } from './gateway.settle.ts'
import { listDeposits, listPlatforms, openDeposit } from './gateway.ts'

const PER_PAGE = 100

export function serveGateway(serve: Serve, gateway: Gateway | undefined): void {
  serve(listPaymentMethods, ({ tx, now }) =>
    listPlatforms(tx, { isThere: gateway !== undefined, now }),
  )
  for (const call of [depositOnline, depositByMobile, depositByCard]) {
    serve(call, ({ tx, request, caller, origin, language, from, random, now, wallNow }) =>
      openDeposit(tx, gateway, {
        memberId: caller.memberId,
        path: call.path,
        amount: request.amount,
        rate: request.rate,
        payType: request.pay_type,
        platform: request.pay_platform,
        account: request.account,
        origin,
        language,
        from,
        random,
        now,
        wallNow,
      }),
    )
  }
  serve(listOnlineDeposits, ({ tx, request, caller, language, origin }) => {
    const { status = ALL_STATES, page = 1, limit = PER_PAGE } = request
    const { memberId } = caller
    return listDeposits(tx, gateway, { memberId, status, page, limit, language, origin })
  })
}

const statuses: Record<EventFault, number> = {
  bad_signature: 401,
  bad_timestamp: 401,
  bad_event: 400,
}

/** Where the provider tells its news. The signature covers the raw body, so nothing parses it first. */
export async function serveGatewayEvents(
  app: FastifyInstance,
  { db, clock, gateway }: { db: Db; clock: Clock; gateway: Gateway | undefined },
): Promise<void> {
  if (!gateway) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_, body, done) => {
      done(null, body)
    })
    scope.post('/hooks/gateway', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = gateway.readEvent(request.headers, body, clock.wallNow())
      void reply.header('cache-control', 'no-store')
      if (typeof event === 'string') return await reply.code(statuses[event]).send({ error: event })
      if (await inTransaction(db, (tx) => isKnownEvent(tx, event.id))) return { ok: true }
      const truth = await gateway.truthOf(event.order).catch((error: unknown) => {
        const about = { err: error, request_id: request.id }
        request.log.warn(about, 'the payment provider did not answer')
        return undefined
      })
      // Not now: the provider says it again later.
      if (!truth) return await reply.code(503).send({ error: 'try_again' })
      const at = { now: clock.now(), wallNow: clock.wallNow() }
      const outcome = await inTransaction(db, (tx) => takeEvent(tx, { event, truth, at }))
      if (outcome === 'unknown_order') return await reply.code(404).send({ error: outcome })
      return { ok: true }
    })
  })
}
