import { cancelOrder, placeBuy } from '@btbc/contract/exchange.ts'
import type { RequestJson } from '@btbc/contract/endpoint.ts'
import { listMemberOrders } from '@btbc/contract/operator/member-orders.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer } from '#testing/server.ts'

const { BTC, BNB, USDT } = currencies

test('ended orders of a member are found by market, number and time, page by page, and nobody else’s', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const bob = await server.join('bob@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  await give(server, ada.id, USDT.id, 1000n)
  const end = async (currency_id: number, price: string) => {
    const order = { currency_id, price, num: '1', mode: 2 }
    const { id } = ok(await server.call(placeBuy, order, { as: ada, key: newKey() }))
    ok(await server.call(cancelOrder, { id, type: 'in' }, { as: ada }))
    return id
  }
  const read = (request: Partial<RequestJson<typeof listMemberOrders>> = {}) =>
    callOperator(server, listMemberOrders, { id: ada.id, ...request }, { as: sue })
  const ids = async (request: Parameters<typeof read>[0] = {}) =>
    ok(await read(request)).list.map(({ id }) => id)

  const early = [await end(BTC.id, '100'), await end(BNB.id, '100')]
  server.clock.passBusiness({ hours: 1 })
  const noon = server.clock.now().toISOString()
  server.clock.passBusiness({ seconds: 1 })
  const late = [await end(BTC.id, '200'), await end(BTC.id, '300')]
  const all = [...early, ...late].toReversed()
  // Lists of members are written behind the commit.
  await expect.poll(() => ids(), { timeout: 60_000 }).toEqual(all)

  expect(ok(await read({ market: BNB.id })).list).toMatchObject([
    { id: early[1], status: 'cancelled', price: '100.00000000', currency_name: 'BNB' },
  ])
  expect(await ids({ until: noon })).toEqual(early.toReversed())
  expect(await ids({ until: noon, market: BTC.id })).toEqual([early[0]])
  expect(await ids({ until: '2020-01-01T00:00:00.000Z' })).toEqual([])
  expect(await ids({ order: late[0] ?? 0 })).toEqual([late[0]])
  expect(await ids({ order: late[0] ?? 0, market: BNB.id })).toEqual([])
  expect(await ids({ order: late[0] ?? 0, until: noon })).toEqual([])
  expect(await ids({ id: bob.id, order: late[0] ?? 0 })).toEqual([])
  expect(await ids({ order: 999_999_999_999_999 })).toEqual([])

  const walked: number[] = []
  let before: number | null | undefined
  do {
    const page = ok(await read({ limit: 3, ...(before ? { before } : {}) }))
    walked.push(...page.list.map(({ id }) => id))
    before = page.next
  } while (before !== null)
  expect(walked).toEqual(all)

  expect(refusal(await read({ id: 999_999 }))).toBe('member_not_found')
  expect(refusal(await read({ market: 999 }))).toBe('market_not_found')
  for (const odd of [{ order: 0 }, { order: -1 }, { limit: 51 }, { until: 'yesterday' }]) {
    expect(refusal(await read(odd))).toBe('invalid_request')
  }
  const writer = await hire(server, 'Will', ['content'])
  expect(
    refusal(await callOperator(server, listMemberOrders, { id: ada.id }, { as: writer })),
  ).toBe('operator_not_allowed')
})
