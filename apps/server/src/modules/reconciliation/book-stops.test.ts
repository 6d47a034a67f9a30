import { createTestDatabase } from '@btbc/database/testing.ts'
import { hideHolds } from '@btbc/ledger/testing.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { foundedTemplate } from '#testing/founded.ts'
import { give } from '#testing/funds.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

import { bookWatch, stopsTold } from './book-watch.ts'

const { BNB, BTC } = currencies

async function place({ app }: TestServer, { id }: TestMember, marketId: number) {
  const order = { memberId: id, marketId, side: 'sell', type: 'limit' } as const
  const answer = await app.exchange.place({ ...order, price: 900n * UNIT, quantity: UNIT })
  return answer.outcome === 'refused' ? answer.refusal.code : answer.outcome
}

async function joinTwo(server: TestServer) {
  const ann = await server.join('ann@example.test')
  const bob = await server.join('bob@example.test')
  for (const { id } of [ann, bob]) {
    await give(server, id, BNB.id, 10n)
    await give(server, id, BTC.id, 10n)
  }
  return { ann, bob }
}

async function stop({ db, clock }: TestServer, { id }: TestMember) {
  const stopped = { member_id: id, reason: 'its account is not true', at: clock.now() }
  await db.insertInto('member_stop').values(stopped).execute()
}

test('what was stopped is not matched after a start, before the books were looked at', async () => {
  const database = await createTestDatabase(await foundedTemplate())
  const at = '2026-03-01T12:00:00Z'
  const before = await startTestServer({}, { left: { database, at } })
  const { ann, bob } = await joinTwo(before)
  expect(await place(before, ann, BTC.id)).toBe('accepted')
  await before.app.exchange.stop()
  await stop(before, ann)
  const stopped = { currency: BNB.id, reason: 'sums to 5', at: new Date(at), matching: true }
  await before.db.insertInto('withdrawal_stop').values(stopped).execute()

  const drop = async () => undefined
  const server = await startTestServer({}, { left: { database: { ...database, drop }, at } })
  expect(await place(server, ann, BTC.id)).toBe('account_checked')
  expect(await place(server, bob, BNB.id)).toBe('trading_stopped')
  expect(server.app.exchange.openOrders(ann.id)).toEqual([])
  expect(await place(server, bob, BTC.id)).toBe('accepted')
})

test('who is stopped is stopped however long it takes to look at the books, and when it fails', async () => {
  const server = await startTestServer()
  const { db, clock, app } = server
  const { ann, bob } = await joinTwo(server)
  const watch = bookWatch({ clock, exchange: app.exchange })
  const { signal } = new AbortController()
  const placeNow = async (member: TestMember) => {
    await stopsTold(app.exchange).run(db, clock.wallNow(), signal)
    return await place(server, member, BTC.id)
  }
  await stop(server, ann)
  await db.transaction().execute(async (tx) => {
    await hideHolds(tx)
    const looking = watch.run(db, clock.wallNow(), signal)
    const failed = expect(looking).rejects.toThrow('lock timeout')
    expect(await placeNow(ann)).toBe('account_checked')
    // By another server, or the hourly audit, while this one is still at it.
    await stop(server, bob)
    expect(await placeNow(bob)).toBe('account_checked')
    await failed
  })
  expect(await place(server, ann, BTC.id)).toBe('account_checked')
})
