import { listRecords } from '@btbc/contract/mining.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { inHouse } from '#testing/funds.ts'
import {
  agrees,
  ask,
  expectExact,
  legalOf,
  listed,
  settled,
  tell,
  treasury,
} from '#testing/gateway-deposits.ts'
import { pressAt, startGatewayServer } from '#testing/gateway.ts'
import { ok } from '#testing/server.ts'
import { DAY_MS } from '#platform/durations.ts'

import { claimSilent } from './gateway.ask.ts'
import { gatewayChores } from './gateway.jobs.ts'

const { USDT, BANK } = currencies

test('a deposit is reserved when it is asked for and credited once when it is paid', async () => {
  const server = await startGatewayServer()
  tell(server)
  const alice = await server.join('alice@example.test')
  const before = await treasury(server)
  const url = await ask(server, alice, { amount: '100.5' })
  expect(new URL(url).origin).toBe(server.provider.url)
  expect(await treasury(server)).toBe(before - 100n * UNIT - UNIT / 2n)
  expect(await inHouse(server, 'reserve:rail', USDT.id)).toBe(100n * UNIT + UNIT / 2n)
  expect(await agrees(server)).toBe(true)
  expect(await listed(server, alice)).toMatchObject([
    { status: 0, state: 'pending', amount: '100.50000000', next: { who: 'member' }, remark: '' },
  ])

  // Who closed the page goes on from the records.
  expect((await listed(server, alice))[0]?.pay_url).toBe(url)
  const page = await (await fetch(url)).text()
  expect(page).toContain('TEST')
  expect(page).toContain('100.50 units')
  const back = await pressAt(url, 'pay')
  expect(`${back.origin}${back.pathname}`).toBe(`${server.url}/BankRecharge`)
  expect(back.searchParams.get('result')).toBe('paid')
  await settled(server, alice, 'done')

  expect(await legalOf(server, alice)).toBe(100n * UNIT + UNIT / 2n)
  expect(await inHouse(server, 'reserve:rail', USDT.id)).toBe(0n)
  expect(await inHouse(server, 'rail:gateway', BANK.id)).toBe(-100n * UNIT - UNIT / 2n)
  const [row] = await listed(server, alice)
  expect(row).not.toHaveProperty('pay_url')
  expect(row).toMatchObject({ status: 1, net: '100.50000000', bank: 'Sandbox Pay', remark: '' })
  expect(row?.order_no).toBe(back.searchParams.get('order'))
  expect(await agrees(server)).toBe(true)
  const log = ok(await server.call(listRecords, { t: 1, limit: 10 }, { as: alice }))
  expect(log.data).toMatchObject([{ value: '100.50000000', info: 'Deposit by gateway or bank' }])
})

test.each([
  ['less', '50.00000000', 'done', '50 of 100 arrived and was credited.'],
  ['more', '150.00000000', 'done', '150 arrived instead of 100; all of it was credited.'],
  [
    'late',
    '100.00000000',
    'done',
    'Paid after the time had run out; it was credited all the same.',
  ],
] as const)(
  'somebody who pays %s is credited %s and told why',
  async (way, amount, state, remark) => {
    const server = await startGatewayServer()
    tell(server)
    const alice = await server.join('alice@example.test')
    const before = await treasury(server)
    await pressAt(await ask(server, alice, { amount: '100' }), way)
    await settled(server, alice, state)
    expect(await listed(server, alice)).toMatchObject([{ amount, net: amount, status: 1, remark }])
    const credited = BigInt(amount.replace('.', ''))
    expect(await legalOf(server, alice)).toBe(credited)
    expect(await treasury(server)).toBe(before - credited)
    await expectExact(server)
  },
)

test('a cancelled payment gives the reserve back and can not be paid afterwards', async () => {
  const server = await startGatewayServer()
  tell(server)
  const alice = await server.join('alice@example.test')
  const before = await treasury(server)
  const url = await ask(server, alice, { amount: '100' })
  expect((await pressAt(url, 'cancel')).searchParams.get('result')).toBe('cancelled')
  await settled(server, alice, 'cancelled')
  expect((await pressAt(url, 'pay')).searchParams.get('result')).toBe('cancelled')
  expect(await (await fetch(url)).text()).toContain('closed')
  expect(await treasury(server)).toBe(before)
  expect(await listed(server, alice)).toMatchObject([
    {
      status: 2,
      remark: 'Cancelled on the payment page. Nothing was taken.',
      next: { who: 'nobody' },
    },
  ])
  expect(await legalOf(server, alice)).toBe(0n)
  await expectExact(server)
})

test('nobody pays in time: the reserve goes back and the page takes nothing more; what came in time and is told late is credited', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  const before = await treasury(server)
  const unpaid = await ask(server, alice, { amount: '200' })
  await pressAt(await ask(server, alice, { amount: '100' }), 'pay')
  await server.pass({ minutes: 30 })
  expect(await treasury(server)).toBe(before)
  const ended = { state: 'cancelled', status: 2 }
  expect(await listed(server, alice)).toMatchObject([ended, ended])
  expect((await pressAt(unpaid, 'pay')).searchParams.get('result')).toBe('expired')
  expect(await (await fetch(unpaid)).text()).toContain('closed')
  tell(server)
  await settled(server, alice, 'done')
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
  expect(await listed(server, alice)).toMatchObject([{ status: 1, state: 'done' }, ended])
  await expectExact(server)
})

test('a payment whose word was lost is found when the provider is asked', async () => {
  const server = await startGatewayServer({}, { goesOn: true })
  const alice = await server.join('alice@example.test')
  await pressAt(await ask(server, alice, { amount: '100' }), 'pay')
  expect(await legalOf(server, alice)).toBe(0n)
  await server.pass({ minutes: 2 })
  await settled(server, alice, 'done')
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
  expect(await inHouse(server, 'rail:gateway', BANK.id)).toBe(-100n * UNIT)
})

test('orders that others opened and never paid delay the question about a paid one by no turn', async () => {
  const server = await startGatewayServer({ rateLimits: false })
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const hostile = await Promise.all(names.map((name) => server.join(`${name}@example.test`)))
  for (const each of hostile)
    for (const amount of ['10', '11', '12', '13', '14']) await ask(server, each, { amount })
  await server.pass({ minutes: 3 })
  const alice = await server.join('alice@example.test')
  await pressAt(await ask(server, alice, { amount: '100' }), 'pay')
  await server.pass({ minutes: 1 })
  const [chore] = gatewayChores(server.gateway, server.clock)
  await chore?.run(server.db, server.clock.wallNow(), new AbortController().signal)
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
})

test('about an order that nobody pays is asked for a week, with longer and longer pauses', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  await ask(server, alice, { amount: '100' })
  const start = server.clock.wallNow().getTime()
  const askedAfter: number[] = []
  for (let hour = 0; hour < 24 * 30; hour += 1) {
    const orders = await server.db
      .transaction()
      .execute((tx) => claimSilent(tx, server.clock.wallNow()))
    if (orders.length > 0) askedAfter.push(server.clock.wallNow().getTime() - start)
    server.clock.pass({ hours: 1 })
  }
  expect(askedAfter.length).toBeLessThan(17)
  const days = (askedAfter.at(-1) ?? 0) / DAY_MS
  expect(days).toBeGreaterThan(5)
  expect(days).toBeLessThan(8)
})

test('an order waits as much longer for its payment as the house stood still', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  await ask(server, alice, { amount: '100' })
  server.clock.pass({ hours: 2 })
  await server.app.jobs.sweep()
  expect(await listed(server, alice)).toMatchObject([
    { state: 'pending', next: { who: 'member', by: '2026-03-01T14:30:00.000Z' } },
  ])
  await server.pass({ minutes: 30 })
  expect(await listed(server, alice)).toMatchObject([{ state: 'cancelled' }])
})
