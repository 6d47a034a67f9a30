import { buyLaunches, listRecords, startRun } from '@btbc/contract/mining.ts'
import { languages } from '@btbc/contract/wire.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

test('records show every change of a balance, newest first, with its sign', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, currencies.USDT.id, 25n)
  ok(await server.call(buyLaunches, { times: 2 }, { as: alice }))
  ok(await server.call(startRun, {}, { as: alice }))
  await server.pass({ hours: 24 })

  const all = ok(await server.call(listRecords, { limit: 100 }, { as: alice }))
  expect(all.total).toBe(7)
  expect(all.data.map((row) => [row.info, row.value, row.currency_name])).toEqual([
    ['Output of a 24-hour run', '0.02400000', 'BTBC'],
    ['Start used', '-1.00000000', 'LAUNCH'],
    ['Starts bought', '-2.00000000', 'USDT'],
    ['Starts bought', '2.00000000', 'LAUNCH'],
    ['Sample balance', '25.00000000', 'USDT'],
    ['Welcome grant', '50.00000000', 'BTBC'],
    ['Welcome grant', '7.00000000', 'LAUNCH'],
  ])
  expect(new Set(all.data.map((row) => row.id)).size).toBe(7)
  expect(all.data[1]).toMatchObject({
    amount: '1.00000000',
    number: '1.00000000',
    currency: 1001,
    status: 2,
    order_no: expect.stringMatching(/^E\d+$/),
    draw_no: '',
    created_time: all.data[1]?.created_at,
    create_time: all.data[1]?.created_at,
  })
})

test('t asks for one kind of record', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  await server.pass({ hours: 24 })
  const mining = await recordsOf(server, alice, { t: 2 })
  expect(mining.data.map((row) => row.currency_name)).toEqual(['BTBC', 'BTBC', 'LAUNCH'])
  const launches = await recordsOf(server, alice, { t: 5 })
  expect(launches.data.map((row) => row.value)).toEqual(['-1.00000000', '7.00000000'])
  for (const t of [1, 3, 4]) {
    expect(await recordsOf(server, alice, { t })).toEqual({ data: [], total: 0 })
  }
  expect(refusal(await server.call(listRecords, { t: 6 }, { as: alice }))).toBe('invalid_request')
})

test('pages follow one another without a gap', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, currencies.USDT.id, 50n)
  for (let n = 0; n < 5; n += 1) {
    ok(await server.call(buyLaunches, { times: 1 }, { as: alice }))
  }
  const whole = await recordsOf(server, alice, { limit: 200 })
  const first = await recordsOf(server, alice, { limit: 5, page: 1 })
  const second = await recordsOf(server, alice, { limit: 5, page: 2 })
  expect(first.total).toBe(whole.data.length)
  expect([...first.data, ...second.data]).toEqual(whole.data.slice(0, 10))
  expect((await recordsOf(server, alice, { limit: 5, page: 9 })).data).toEqual([])
})

test('the words are those of the member’s language', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const seen = new Set<string>()
  for (const language of languages) {
    const { data } = ok(await server.call(listRecords, {}, { as: alice, language }))
    seen.add(data[0]?.info ?? '')
  }
  expect(seen.size).toBe(languages.length)
})

test('nobody reads the records of another member', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  await give(server, alice.id, currencies.USDT.id, 25n)
  const [ofAlice, ofBob] = [await recordsOf(server, alice, {}), await recordsOf(server, bob, {})]
  expect([ofAlice.total, ofBob.total]).toEqual([3, 2])
  const known = ofAlice.data.map(({ order_no: orderNo }) => orderNo)
  expect(ofBob.data.filter(({ order_no: orderNo }) => known.includes(orderNo))).toEqual([])
})

async function recordsOf(
  server: TestServer,
  as: { token: string },
  request: { t?: number; limit?: number; page?: number },
) {
  return ok(await server.call(listRecords, request, { as }))
}
