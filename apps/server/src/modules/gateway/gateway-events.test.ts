import { depositByCard, depositOnline } from '@btbc/contract/gateway.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { makeTestPlace, removeTestPlace } from '@btbc/database/testing-place.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { openGateway } from '#payment-provider/gateway.ts'
import { signEvent } from '#payment-provider/sandbox/protocol.ts'
import { startSandboxProvider } from '#payment-provider/sandbox/sandbox-provider.ts'
import { inHouse } from '#testing/funds.ts'
import { pressAt, sendEvent, startGatewayServer, TEST_KEY } from '#testing/gateway.ts'
import { ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

/** Events that come twice, late, changed, from others or in another order: credited exactly once. */

const { USDT, BANK } = currencies

/** A paid order of 100 whose event nobody has sent yet: the provider does not know the way. */
async function paidOrder(parts: { directory?: string } = {}) {
  const server = await startGatewayServer({ rateLimits: false }, parts)
  const alice = await server.join('alice@example.test')
  const url = ok(await server.call(depositOnline, { amount: '100' }, { as: alice }))
  const order = new URL(url).searchParams.get('order') ?? ''
  await pressAt(url, 'pay')
  const event = { id: 'evt_00000001', kind: 'payment.paid', order, amount: '100.00000000' }
  return { server, alice, order, event, url }
}

test('1 the same event twice is credited once, and both are acknowledged', async () => {
  const { server, alice, event } = await paidOrder()
  expect(await sendEvent(server, { event })).toBe(200)
  expect(await sendEvent(server, { event })).toBe(200)
  await expectCredited(server, alice, 100n)
})

test.each([
  ['2 an event of five minutes and a second ago', -301],
  ['3 an event of five minutes and a second ahead', 301],
])('%s is refused', async (_, seconds) => {
  const { server, alice, event } = await paidOrder()
  const timestamp = String(Math.floor(server.clock.wallNow().getTime() / 1000) + seconds)
  expect(await sendEvent(server, { event, timestamp })).toBe(401)
  await expectCredited(server, alice, 0n)
  // What was captured then is not fresh again because its time is written anew.
  const captured = signEvent(TEST_KEY, timestamp, JSON.stringify(event))
  expect(await sendEvent(server, { event, signature: captured })).toBe(401)
  const fresh = String(Number(timestamp) - Math.sign(seconds))
  expect(await sendEvent(server, { event, timestamp: fresh })).toBe(200)
  await expectCredited(server, alice, 100n)
})

const malformed: readonly (readonly [
  what: string,
  change: (event: object) => string | Record<string, unknown>,
])[] = [
  ['an event without an id', (event: object) => ({ ...event, id: undefined })],
  ['an event with an empty id', (event: object) => ({ ...event, id: '' })],
  ['an event without an order', (event: object) => ({ ...event, order: undefined })],
  ['an event with a path for an order', (event: object) => ({ ...event, order: '../totals' })],
  ['no event', () => 'null'],
  ['no JSON', () => '{'],
  ['nothing', () => ''],
]

test('4 an event that lacks what an event has is refused', async () => {
  const { server, alice, event } = await paidOrder()
  for (const [what, change] of malformed) {
    expect(await sendEvent(server, { event: change(event) }), what).toBe(400)
  }
  await expectCredited(server, alice, 0n)
})

test('5 an old word of a cancel after the payment, and one before it, change nothing', async () => {
  const { server, alice, event } = await paidOrder()
  const cancel = { ...event, id: 'evt_00000002', kind: 'payment.cancelled' }
  expect(await sendEvent(server, { event: cancel })).toBe(200)
  // The truth was asked for and not the word: the order was paid.
  await expectCredited(server, alice, 100n)
  expect(await sendEvent(server, { event })).toBe(200)
  expect(await sendEvent(server, { event: { ...cancel, id: 'evt_00000003' } })).toBe(200)
  await expectCredited(server, alice, 100n)
})

test('6 the same event 32 times at once, and 32 events of one payment, are credited once', async () => {
  const { server, alice, event } = await paidOrder()
  const same = await Promise.all(Array.from({ length: 32 }, () => sendEvent(server, { event })))
  expect(new Set(same)).toEqual(new Set([200]))
  await expectCredited(server, alice, 100n)
  const other = await Promise.all(
    Array.from({ length: 32 }, (_, n) =>
      sendEvent(server, { event: { ...event, id: `evt_concurrent_${n}` } }),
    ),
  )
  expect(new Set(other)).toEqual(new Set([200]))
  await expectCredited(server, alice, 100n)
})

test('32 events of one payment at once, none seen before, are credited once', async () => {
  const { server, alice, event } = await paidOrder()
  const statuses = await Promise.all(
    Array.from({ length: 32 }, (_, n) =>
      sendEvent(server, { event: { ...event, id: `evt_concurrent_${n}` } }),
    ),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  await expectCredited(server, alice, 100n)
})

test('7 an altered body is refused, were it by one space', async () => {
  const { server, alice, event } = await paidOrder()
  const raw = JSON.stringify(event)
  for (const body of [`${raw} `, raw.replace('100.0', '900.0'), raw.replace('paid', 'Paid')]) {
    expect(await sendEvent(server, { event: raw, body })).toBe(401)
  }
  await expectCredited(server, alice, 0n)
})

test('8 a wrong key, no signature and one of another length are refused', async () => {
  const { server, alice, event } = await paidOrder()
  expect(await sendEvent(server, { event, key: 'sk_test_another_key_of_this_length' })).toBe(401)
  for (const signature of ['', 'x', '0'.repeat(64), 'é'.repeat(32)]) {
    const status = await sendEvent(server, { event, signature: encodeURI(signature) })
    expect(status).toBe(401)
  }
  await expectCredited(server, alice, 0n)
})

test('9 an event that names another order speaks of that order: nothing of this one moves', async () => {
  const { server, alice, event } = await paidOrder()
  const bob = await server.join('bob@example.test')
  const unpaid = ok(await server.call(depositByCard, { amount: '100' }, { as: bob }))
  const order = new URL(unpaid).searchParams.get('order') ?? ''
  expect(await sendEvent(server, { event: { ...event, order } })).toBe(200)
  await expectCredited(server, bob, 0n)
  await expectCredited(server, alice, 0n)
})

test('10 an event of an order that is not ours is not acknowledged', async () => {
  const { server, alice, event } = await paidOrder()
  expect(await sendEvent(server, { event: { ...event, order: 'G0000' } })).toBe(404)
  await expectCredited(server, alice, 0n)
})

test('11 a payment after our side has given the order up is late, and credited once', async () => {
  const { server, alice, event } = await paidOrder()
  await server.pass({ minutes: 30 })
  expect(await sendEvent(server, { event })).toBe(200)
  expect(await sendEvent(server, { event: { ...event, id: 'evt_00000009' } })).toBe(200)
  await expectCredited(server, alice, 100n)
})

test('12 an amount changed in the event is not believed: what the provider has booked counts', async () => {
  const { server, alice, event } = await paidOrder()
  expect(await sendEvent(server, { event: { ...event, amount: '1000000.00000000' } })).toBe(200)
  await expectCredited(server, alice, 100n)
})

test('an event before anybody has paid is taken and has no effect; the payment after it has', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  const url = ok(await server.call(depositOnline, { amount: '100' }, { as: alice }))
  const order = new URL(url).searchParams.get('order') ?? ''
  const event = { id: 'evt_00000001', kind: 'payment.paid', order, amount: '100.00000000' }
  expect(await sendEvent(server, { event })).toBe(200)
  await expectCredited(server, alice, 0n)
  await pressAt(url, 'pay')
  expect(await sendEvent(server, { event: { ...event, id: 'evt_00000002' } })).toBe(200)
  await expectCredited(server, alice, 100n)
})

test('while the provider does not answer, nothing is acknowledged and nothing is written', async () => {
  const { server, alice, event } = await paidOrder()
  await server.provider.stop()
  expect(await sendEvent(server, { event })).toBe(503)
  expect(await server.db.selectFrom('gateway_event').selectAll().execute()).toEqual([])
  await expectCredited(server, alice, 0n)
})

test('a line that was cut off in the journal of the provider takes no later one with it', async () => {
  const directory = makeTestPlace()
  onTestFinished(() => removeTestPlace(directory))
  const whole = JSON.stringify({ line: 'acknowledged', event: 'evt_00000000' })
  writeFileSync(path.join(directory, 'journal.jsonl'), `${whole}\n{"line":"ope`)
  const { server, order } = await paidOrder({ directory })
  await server.provider.stop()
  const again = await startSandboxProvider({ key: TEST_KEY, directory })
  onTestFinished(() => again.stop())
  const gateway = openGateway({ url: again.url, innerUrl: again.url, key: TEST_KEY })
  expect(await gateway.truthOf(order)).toMatchObject({ state: 'paid', received: 100n * UNIT })
})

const untrue: readonly (readonly [what: string, nonsense: object])[] = [
  ['paid without a payment', { payment: null }],
  ['paid with nothing', { received: '0.00000000' }],
  ['of another order', { order: 'G1' }],
  ['with a negative amount', { received: '-5.00000000' }],
  ['with an amount beyond all books', { received: '99999999999999999999' }],
  ['of no known state', { state: 'refunded' }],
]

test('a provider whose truth is nonsense moves nothing', async () => {
  let order = ''
  let nonsense: object = {}
  const liar = createServer((_request, response) => {
    const truth = {
      order,
      state: 'paid',
      received: '100.00000000',
      payment: 'pay_1',
      paidAt: '2026-03-01T12:00:00.000Z',
    }
    response.end(JSON.stringify({ ...truth, ...nonsense }))
  })
  await new Promise<void>((resolve) => {
    liar.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void liar.close())
  const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
  const gateway = openGateway({ url, innerUrl: url, key: TEST_KEY })
  const server = await startTestServer({ logLevel: 'silent', rateLimits: false }, { gateway })
  for (const [n, [what, claimed]] of untrue.entries()) {
    nonsense = claimed
    const payer = await server.join(`payer${n}@example.test`)
    const pay = ok(await server.call(depositOnline, { amount: '100' }, { as: payer }))
    order = new URL(pay).searchParams.get('order') ?? ''
    const event = { id: `evt_0000000${n}`, kind: 'payment.paid', order }
    expect([500, 503], what).toContain(await sendEvent(server, { event }))
    await expectCredited(server, payer, 0n)
  }
})

async function expectCredited(server: TestServer, { id }: TestMember, coins: bigint) {
  const { available } = await balanceOf(server.db, memberAccount(id, 'legal', USDT.id))
  expect(available).toBe(coins * UNIT)
  const told = await server.db
    .selectFrom('outbox')
    .select('id')
    .where('subject', '=', '[TEST] Your payment is credited')
    .execute()
  expect(told).toHaveLength(coins === 0n ? 0 : 1)
  if (coins === 0n) return
  expect(await inHouse(server, 'rail:gateway', BANK.id)).toBe(-coins * UNIT)
  expect(await inHouse(server, 'reserve:rail', USDT.id)).toBe(0n)
}
