import { cancelDeal, cancelDealTogether, openDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { expect, test } from 'vitest'

import { bought, confirmed, offered, paid } from '#testing/sellers.ts'
import { newKey, ok, refusal, type TestMember } from '#testing/server.ts'

import { ORDER, start } from './testing/start.ts'

test('three deals that were not paid within a day stop new ones for a day', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  for (let count = 0; count < 3; count += 1) {
    await bought(server, ben, ORDER)
    await server.pass({ minutes: 30 })
  }
  const { misuse, rate } = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  expect(misuse).toEqual({ count: 3, limit: 3, until: '2026-03-02T13:30:00.000Z' })
  const again = () => server.call(openDeal, { ...ORDER, rate }, { as: ben, key: newKey() })
  expect(refusal(await again())).toBe('deals_stopped')
  await server.pass({ hours: 23, minutes: 59 })
  expect(refusal(await again())).toBe('deals_stopped')
  await server.pass({ minutes: 1 })
  await bought(server, ben, ORDER)
})

test('a deal that is taken back keeps a stock from others, too: three of them stop new ones for a day', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  for (let count = 0; count < 3; count += 1) {
    const id = await bought(server, ben, ORDER)
    ok(await server.call(cancelDeal, { id }, { as: ben, key: newKey() }))
  }
  const { misuse, rate } = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  expect(misuse).toEqual({ count: 3, limit: 3, until: '2026-03-02T12:00:00.000Z' })
  const again = () => server.call(openDeal, { ...ORDER, rate }, { as: ben, key: newKey() })
  const refused = await again()
  expect(refusal(refused)).toBe('deals_stopped')
  expect(refused).toMatchObject({
    message: expect.stringContaining('Mar 2, 2026, 12:00 PM UTC') as unknown,
  })
  await server.pass({ hours: 24 })
  await bought(server, ben, ORDER)
})

test('whoever says that they paid and asks first to cancel is counted, and nobody is where the seller asks first', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  const countAfter = async (first: TestMember, second: TestMember) => {
    const id = await bought(server, ben, ORDER)
    await paid(server, ben, id)
    for (const as of [first, second]) {
      ok(await server.call(cancelDealTogether, { id }, { as, key: newKey() }))
    }
    return ok(await server.call(quoteDeal, ORDER, { as: ben })).misuse.count
  }
  expect(await countAfter(sam, ben)).toBe(0)
  expect(await countAfter(ben, sam)).toBe(1)
})

test('whoever has never bought has two deals at a time, and five after the first', async () => {
  const { server, sam, ben } = await start(2000n)
  await offered(server, sam, { stock: '2000' })
  const first = await bought(server, ben, ORDER)
  await bought(server, ben, ORDER)
  const { rate } = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  const again = () => server.call(openDeal, { ...ORDER, rate }, { as: ben, key: newKey() })
  expect(refusal(await again())).toBe('too_many_first_deals')
  await paid(server, ben, first)
  expect(refusal(await again())).toBe('too_many_first_deals')
  ok(await confirmed(server, sam, first))
  for (let running = 1; running < 5; running += 1) await bought(server, ben, ORDER)
  expect(refusal(await again())).toBe('too_many_deals')
})

test('buyers who have never bought hold half of an offer together, and the rest is there for who has', async () => {
  const { server, sam, ben } = await start(2000n)
  await offered(server, sam, { stock: '1100' })
  const id = await bought(server, ben, ORDER)
  await paid(server, ben, id)
  ok(await confirmed(server, sam, id))
  const names = ['eve', 'mal', 'fay']
  const [eve, mal, fay] = await Promise.all(
    names.map((name) => server.join(`${name}@example.test`)),
  )
  if (!eve || !mal || !fay) throw new Error('nobody joined')
  const held = await bought(server, eve, ORDER)
  for (const buyer of [eve, mal, mal, fay]) await bought(server, buyer, ORDER)

  const ask = (as: TestMember) => server.call(quoteDeal, ORDER, { as })
  const { rate } = ok(await ask(ben))
  const refused = [
    await ask(fay),
    await server.call(openDeal, { ...ORDER, rate }, { as: fay, key: newKey() }),
  ]
  for (const each of refused) expect(refusal(each)).toBe('first_deals_share')
  expect(ok(await server.call(quoteDeal, { pay_way: 'bank' }, { as: ben })).max).toBe(
    '3600.00000000',
  )
  for (let running = 0; running < 4; running += 1) await bought(server, ben, ORDER)

  // What is given back is there for others who have never bought.
  ok(await server.call(cancelDeal, { id: held }, { as: eve, key: newKey() }))
  await bought(server, fay, ORDER)
})

test('a small offer is sold whole to somebody who has never bought, as long as nobody else like them holds any', async () => {
  const { server, sam, ben } = await start(2000n)
  const [small, large] = [
    await offered(server, sam, { price: '7.2', stock: '150' }),
    await offered(server, sam, { price: '7.3', stock: '1000' }),
  ]
  const offerOf = async (id: number) =>
    (await server.db.selectFrom('deal').select('offer_id').where('id', '=', id).execute())[0]
  const whole = await bought(server, ben, { ...ORDER, acc: '1080' })
  expect(await offerOf(whole)).toEqual({ offer_id: small })
  ok(await server.call(cancelDeal, { id: whole }, { as: ben, key: newKey() }))
  await bought(server, ben, { ...ORDER, acc: '360' })
  const eve = await server.join('eve@example.test')
  expect(await offerOf(await bought(server, eve, ORDER))).toEqual({ offer_id: large })
})
