import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import type { HouseEvent } from '#platform/events.ts'
import { give } from '#testing/funds.ts'
import { startTestServer } from '#testing/server.ts'

import { watchOtherMoves } from './other-moves.ts'

const { BTC, USDT } = currencies

test('an account is read when the exchange has told what it did, and what it tells meanwhile is newer', async () => {
  const server = await startTestServer()
  const { id } = await server.join('ada@example.test')
  const flush = Promise.withResolvers<undefined>()
  const hearers: ((event: HouseEvent) => void)[] = []
  const told: { memberId: number; event: unknown }[] = []
  const moves = watchOtherMoves(
    {
      db: server.db,
      exchange: { flushed: () => flush.promise, markets: server.app.exchange.markets },
      events: {
        follow(hear) {
          hearers.push(hear)
          return () => undefined
        },
      },
      now: () => server.clock.now(),
      report(error) {
        throw error
      },
    },
    new Map([[id, undefined]]),
    (memberId, event) => told.push({ memberId, event }),
  )
  for (const hear of hearers) {
    hear({ to: id + 1, kind: 'balance.changed' })
    hear({ to: id, kind: 'balance.changed' })
  }
  for (const { id: currency } of [BTC, USDT]) await give(server, id, currency, 2n)
  expect(told).toEqual([])
  flush.resolve(undefined)
  await flush.promise
  moves.noteTold(id, 'USDT')
  await moves.stop()
  const spot = [{ a: 'BTC', f: '2.00000000' }, { a: 'BNB' }, { a: 'BTBC' }]
  expect(told).toMatchObject([{ memberId: id, event: { e: 'outboundAccountPosition', B: spot } }])
})
