import { openDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { pauseOffer } from '@btbc/contract/offer.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { expect, test } from 'vitest'

import { lockMember } from '#modules/account/index.ts'
import { makeMember } from '#testing/members.ts'
import { joinSeller, offered } from '#testing/sellers.ts'
import { newKey, ok, refusal } from '#testing/server.ts'

import { openPurchases } from './deal.routes.ts'
import { look, ORDER, start } from './testing/start.ts'

const BUYERS = 12

test('of many who buy at once, on two servers, as many as there is stock for first deals get the price they saw, and no more', async () => {
  const { server, sam, ben } = await start(10_000n)
  const zoe = await joinSeller(server, 'zoe@example.test', 10_000n)
  const first = await offered(server, sam, { price: '7.2', stock: '620' })
  const equal = await offered(server, zoe, { price: '7.2', stock: '800' })
  const dear = await offered(server, zoe, { price: '7.3', stock: '5000' })
  // Asked at once, too: nobody is counted among those they could buy from.
  const seen = await Promise.all(
    [sam, zoe, ben].map(async (as) =>
      ok(await server.call(quoteDeal, { pay_way: 'bank' }, { as })),
    ),
  )
  expect(seen.map(({ count, rate }) => [count, rate])).toEqual([
    [1, '7.20000000'],
    [1, '7.20000000'],
    [2, '7.20000000'],
  ])
  const now = server.clock.now()
  const price = (72n * UNIT) / 10n
  const order = { fiat: 720n * UNIT, rate: price, way: 'bank', now, wallNow: now } as const
  const [here, there] = [openPurchases(server.db), openPurchases(server.db)]
  const buyers: number[] = []
  await server.db.transaction().execute(async (tx) => {
    for (let n = 0; n < BUYERS; n += 1) buyers.push(await makeMember(tx, server))
  })
  const expires = new Date(now.getTime() + 60_000)
  await server.db
    .insertInto('deal_quote')
    .values(buyers.map((id) => ({ member_id: id, price, expires_at: expires })))
    .execute()

  const outcomes = await Promise.allSettled(
    buyers.map((memberId, n) => (n % 2 === 0 ? here : there)({ ...order, memberId })),
  )
  const late = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(late).toHaveLength(BUYERS - 7)
  for (const each of late)
    expect(each).toMatchObject({ code: 'price_changed', details: { rate: '7.30' } })
  const offers = await server.db
    .selectFrom('offer')
    .select(['id', 'stock', 'in_deals'])
    .orderBy('id')
    .execute()
  expect(offers).toEqual([
    { id: first, stock: 320n * UNIT, in_deals: 300n * UNIT },
    { id: equal, stock: 400n * UNIT, in_deals: 400n * UNIT },
    { id: dear, stock: 5000n * UNIT, in_deals: 0n },
  ])
  const deals = await server.db
    .selectFrom('deal')
    .select(['offer_id', 'buyer_id'])
    .where('price', '=', price)
    .execute()
  expect(deals.filter((each) => each.offer_id === first)).toHaveLength(3)
  expect(new Set(deals.map((each) => each.buyer_id)).size).toBe(7)
})

test('a purchase is done once under its key or its words, and a buyer who is held up holds up nobody else', async () => {
  const { server, sam, ben } = await start(10_000n)
  const eve = await server.join('eve@example.test')
  const id = await offered(server, sam, { stock: '5000' })
  const { rate } = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  ok(await server.call(quoteDeal, ORDER, { as: eve }))
  const order = { ...ORDER, rate }
  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const holding = server.db.transaction().execute(async (tx) => {
    await lockMember(tx, ben.id)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  const key = newKey()
  const waiting = [
    ...[1, 2].map(() => server.call(openDeal, order, { as: ben, key })),
    ...[1, 2].map(() => server.call(openDeal, order, { as: ben })),
  ]
  const other = ok(await server.call(openDeal, order, { as: eve }))
  letGo.resolve()
  await holding

  const [first, second, worded, again] = (await Promise.all(waiting)).map(ok)
  expect([second, again]).toEqual([first, worded])
  expect(new Set([first, worded, other]).size).toBe(3)
  expect((await look(server, ben, first ?? 0)).state).toBe('open')
  // What was answered under the key stays so; its key is for nothing else.
  ok(await server.call(pauseOffer, { id, paused: true }, { as: sam, key: newKey() }))
  expect(ok(await server.call(openDeal, order, { as: ben, key }))).toBe(first)
  const another = { ...order, acc: '730' }
  expect(refusal(await server.call(openDeal, another, { as: ben, key }))).toBe('key_reused')
  server.clock.pass({ minutes: 2 })
  expect(refusal(await server.call(openDeal, order, { as: eve }))).toBe('no_seller')
})
