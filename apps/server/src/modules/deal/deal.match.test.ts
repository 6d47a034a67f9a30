import { blockMember, listBlocked } from '@btbc/contract/deal-standing.ts'
import { cancelDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import { pauseOffer } from '@btbc/contract/offer.ts'
import { expect, test } from 'vitest'

import { liftMemberStop, stopMember } from '#modules/stop/stop.ts'
import { bought, joinSeller, offered } from '#testing/sellers.ts'
import { newKey, ok, type TestMember } from '#testing/server.ts'

import { look, start } from './testing/start.ts'

test('the best price that fits is matched, then the older offer; never one’s own, a paused, a frozen or a stopped one, nor is it counted', async () => {
  const { server, sam, ben } = await start(2000n)
  const zoe = await joinSeller(server, 'zoe@example.test', 1000n)
  const dear = await offered(server, sam, { price: '7.3', stock: '500' })
  const small = await offered(server, sam, { price: '7', max: '200', stock: '500' })
  const follows = await offered(server, zoe, { percent: '-1', ways: ['alipay'], stock: '100' })
  const older = await offered(server, sam, { price: '7.2', stock: '100' })
  const younger = await offered(server, zoe, { price: '7.2', stock: '100', max: '50000' })
  const matched = async (order: object, as = ben) => {
    const answer = await server.call(quoteDeal, order, { as })
    return answer.type === 'ok' ? answer.message.rate.slice(0, 5) : answer.code
  }
  const standing = async () => {
    const { count, least, most } = ok(await server.call(quoteDeal, {}, { as: ben }))
    return [count, least, most].map((each) => Number(each))
  }
  const boughtOf = async (acc: string, way: 'bank' | 'alipay' = 'bank', kept = false) => {
    const id = await bought(server, ben, { acc, pay_way: way })
    const row = await server.db
      .selectFrom('deal')
      .select('offer_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (!kept) ok(await server.call(cancelDeal, { id }, { as: ben, key: newKey() }))
    // Ben may take back as many as he likes here.
    await server.db.updateTable('deal').set({ is_misuse: false }).execute()
    return { id, offer: row.offer_id }
  }
  const offerOf = async (acc: string, way?: 'bank' | 'alipay') => (await boughtOf(acc, way)).offer
  expect(await matched({})).toBe('7.000')
  expect(await offerOf('150')).toBe(small)
  expect(await offerOf('300', 'alipay')).toBe(follows)
  expect(await offerOf('300')).toBe(older)
  expect(await offerOf('3000')).toBe(dear)
  expect(await matched({ acc: '300', pay_way: 'bank' }, sam)).toBe('7.200')
  ok(await server.call(pauseOffer, { id: older, paused: true }, { as: sam, key: newKey() }))
  expect(await offerOf('300')).toBe(younger)
  expect(await standing()).toEqual([2, 100, 50_000])
  expect(await matched({ acc: '20000' })).toBe('no_seller')
  ok(await server.call(freezeAccount, {}, { as: zoe, key: newKey() }))
  expect(await standing()).toEqual([1, 100, 5000])
  expect(await matched({ acc: '20000' })).toBe('deal_amount_range')
  expect(await offerOf('300')).toBe(dear)
  expect(await matched({ acc: '99.99' })).toBe('deal_amount_range')
  expect(await matched({ acc: '100.001' })).toBe('deal_amount_cents')
  const stop = { memberId: sam.id, reason: 'a figure', now: server.clock.now() }
  await server.db.transaction().execute((tx) => stopMember(tx, stop))
  expect(await matched({ acc: '300' })).toBe('no_seller')
  const letGo = { memberId: sam.id, stoppedAt: stop.now }
  await server.db.transaction().execute((tx) => liftMemberStop(tx, letGo))
  // Whoever blocks the other, neither is matched with the other until it is undone; nobody else minds.
  const met = await boughtOf('300', 'bank', true)
  expect(met.offer).toBe(dear)
  const block = (as: TestMember, blocked: boolean) =>
    server.call(blockMember, { id: met.id, blocked }, { as, key: newKey() })
  for (const [as, other] of [
    [sam, ben],
    [ben, sam],
  ] as const) {
    ok(await block(as, true))
    ok(await block(as, true))
    expect(await matched({})).toBe('no_seller')
    expect((await look(server, as, met.id)).is_blocked).toBe(true)
    expect((await look(server, other, met.id)).is_blocked).toBe(false)
    expect(ok(await server.call(listBlocked, {}, { as })).list).toMatchObject([{ id: met.id }])
    expect(ok(await server.call(listBlocked, {}, { as: other })).total).toBe(0)
    ok(await block(as, false))
    expect(await matched({})).toBe('7.000')
  }
})
