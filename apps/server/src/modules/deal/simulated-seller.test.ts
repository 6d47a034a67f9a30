import { cancelDeal, openDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { stockOffer } from '#modules/offer/index.ts'
import { inTx } from '#testing/kills.ts'
import { give } from '#testing/funds.ts'
import { bought, joinSeller, offered, paid } from '#testing/sellers.ts'
import { newKey, ok, refusal, startTestServer } from '#testing/server.ts'

import { legalOf, look, ORDER } from './testing/start.ts'

test('with liquidity the labelled seller of the house sells, and confirms by itself within seconds, also past a jump of time; its buyers have yet to buy from a member', async () => {
  const server = await startTestServer({ liquidity: true })
  const ben = await server.join('ben@example.test')
  const quote = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  expect(quote).toMatchObject({ rate: '7.27200000', is_simulated: true, count: 1 })
  const id = await bought(server, ben, ORDER)
  await paid(server, ben, id)
  await server.pass({ seconds: 5 })
  expect(await look(server, ben, id)).toMatchObject({ state: 'finished', is_simulated: true })
  expect((await legalOf(server, ben))[0]).toBe(99n)

  const next = await bought(server, ben, ORDER)
  await paid(server, ben, next)
  await server.pass({ hours: 1 })
  expect((await look(server, ben, next)).state).toBe('finished')

  for (let running = 0; running < 2; running += 1) await bought(server, ben, ORDER)
  const small = { ...ORDER, acc: '120' }
  const { rate } = ok(await server.call(quoteDeal, small, { as: ben }))
  const third = await server.call(openDeal, { ...small, rate }, { as: ben, key: newKey() })
  expect(refusal(third)).toBe('too_many_first_deals')
})

test('it sells small deals, so much a day to one buyer, and is stocked again when little is left, once a day', async () => {
  const server = await startTestServer({ liquidity: true })
  const ben = await server.join('ben@example.test')
  const refused = async (acc: string) =>
    await server.call(quoteDeal, { ...ORDER, acc }, { as: ben })
  const range = (max: string) => ({ code: 'deal_amount_range', details: { min: '10.00', max } })
  expect(await refused('1000.01')).toMatchObject(range('1000.00'))
  for (const acc of ['1000', '1000', '900']) {
    await paid(server, ben, await bought(server, ben, { ...ORDER, acc }))
    await server.pass({ seconds: 5 })
  }
  expect(await refused('100.01')).toMatchObject(range('100.00'))
  ok(await refused('100'))
  // No screen has two limits: what is left for him is all that he can buy, whatever others can.
  const all = { count: 1, least: '10.00000000', max: '100.00000000', most: '100.00000000' }
  expect(ok(await server.call(quoteDeal, {}, { as: ben }))).toMatchObject(all)
  server.clock.passBusiness({ hours: 24 })
  ok(await refused('1000'))

  const stock = async () =>
    await server.db
      .selectFrom('offer')
      .select(['id', 'member_id', 'stock', 'in_deals'])
      .executeTakeFirstOrThrow()
  const sellMost = async () => {
    const { id, member_id: memberId, stock: left } = await stock()
    const change = 1000n * UNIT - left
    const now = server.clock.now()
    await inTx(server, (tx) => stockOffer(tx, { memberId, id, change, now }))
    await server.app.jobs.sweep()
    return (await stock()).stock / UNIT
  }
  expect(await sellMost()).toBe(20_000n)
  expect(await sellMost()).toBe(1000n)
  await server.pass({ hours: 24 })
  expect((await stock()).stock / UNIT).toBe(20_000n)
})

test('whoever has bought what it sells them is told so and when there is more, while others sell on', async () => {
  const server = await startTestServer({ liquidity: true })
  const ben = await server.join('ben@example.test')
  const buy = async () => await bought(server, ben, { ...ORDER, acc: '1000' })
  for (let deals = 0; deals < 2; deals += 1) {
    await server.pass({ hours: 1 })
    await paid(server, ben, await buy())
    await server.pass({ seconds: 5 })
  }
  const last = await buy()
  const quote = async (request: object) => await server.call(quoteDeal, request, { as: ben })
  const used = { most: '3000.00', left: '0.00', until: '2026-03-02T13:00:05.000Z' }
  for (const request of [{}, { ...ORDER, acc: '1000' }]) {
    expect(await quote(request)).toMatchObject({ code: 'house_share', details: used })
  }
  expect(await quote({})).toMatchObject({
    message: expect.stringMatching(
      / 3,000\.00 CNY .* 0\.00 CNY .* Mar 2, 2026, 1:01 PM UTC /,
    ) as unknown,
  })
  const eve = await server.join('eve@example.test')
  const all = { count: 1, least: '10.00000000', most: '1000.00000000' }
  expect(ok(await server.call(quoteDeal, {}, { as: eve }))).toMatchObject(all)

  const sam = await joinSeller(server, 'sam@example.test', 3000n)
  await offered(server, sam, { percent: '2', min: '1500', max: '2000', stock: '1000' })
  const others = { count: 1, least: '1500.00000000', most: '2000.00000000', is_simulated: false }
  expect(ok(await quote({}))).toMatchObject(others)
  expect(await quote({ ...ORDER, acc: '1000' })).toMatchObject({
    code: 'deal_amount_range',
    details: { min: '1500.00', max: '2000.00' },
  })
  // Of what he takes back he can buy again; between the two sellers there is nothing for him today.
  ok(await server.call(cancelDeal, { id: last }, { as: ben, key: newKey() }))
  await paid(server, ben, await bought(server, ben, { ...ORDER, acc: '700' }))
  const both = { count: 2, least: '10.00000000', max: '300.00000000', most: '2000.00000000' }
  expect(ok(await quote({}))).toMatchObject(both)
  expect(await quote({ ...ORDER, acc: '300.01' })).toMatchObject({
    code: 'house_share',
    details: { ...used, left: '300.00' },
  })
  expect(await quote({ ...ORDER, acc: '1200' })).toMatchObject({ code: 'no_seller' })
})

test('with the sample members every amount that the page has a chip for is sold', async () => {
  const server = await startTestServer({ liquidity: true, sample: true })
  const ben = await server.join('ben@example.test')
  const { least, most } = ok(await server.call(quoteDeal, {}, { as: ben }))
  expect([least, most]).toEqual(['10.00000000', '140000.00000000'])
  for (const acc of ['10', '1000', '1000.01', '5000', '10000', '20000', '50000']) {
    ok(await server.call(quoteDeal, { acc, pay_way: 'alipay' }, { as: ben }))
  }
})

test('a treasury that has less than all of its stock gives what it has', async () => {
  const server = await startTestServer({ liquidity: true })
  const treasury = houseAccount('pool:treasury', currencies.USDT.id)
  const { available } = await balanceOf(server.db, treasury)
  const ann = await server.join('ann@example.test')
  await give(server, ann.id, currencies.USDT.id, available / UNIT - 10_000n)
  const offer = server.db.selectFrom('offer').select(['id', 'member_id', 'stock'])
  const { id, member_id: memberId, stock } = await offer.executeTakeFirstOrThrow()
  const now = server.clock.now()
  const change = 1000n * UNIT - stock
  await inTx(server, (tx) => stockOffer(tx, { memberId, id, change, now }))
  for (let sweeps = 0; sweeps < 2; sweeps += 1) await server.app.jobs.sweep()
  expect((await offer.executeTakeFirstOrThrow()).stock).toBe(11_000n * UNIT)
})
