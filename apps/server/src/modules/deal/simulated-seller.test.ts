import { openDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { expect, test } from 'vitest'

import { stockOffer } from '#modules/offer/index.ts'
import { inTx } from '#testing/kills.ts'
import { bought, paid } from '#testing/sellers.ts'
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
