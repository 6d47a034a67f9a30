import { cancelDeal, disputeDeal, openDeal, payDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { pauseOffer, stockOffer } from '@btbc/contract/offer.ts'
import { expect, test } from 'vitest'

import { confirmed, joinSeller, offered } from '#testing/sellers.ts'
import { newKey, ok } from '#testing/server.ts'
import { uploaded } from '#testing/upload.ts'

import { look, start } from './testing.ts'

const ROUNDS = process.env['BTBC_CAMPAIGN'] === '1' ? 50 : 3

test(
  'of two who reach for the same deal or the last stock one wins, and the books agree',
  async () => {
    const { server, sam, ben } = await start(100_000n)
    const zoe = await joinSeller(server, 'zoe@example.test', 100_000n)
    const eve = await server.join('eve@example.test')
    const key = newKey
    const last = await offered(server, sam, { price: '7.1', stock: '100' })
    const spare = await offered(server, zoe, { price: '7.3', stock: '10000' })
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = { acc: '710', pay_way: 'bank' } as const
      for (const as of [ben, eve]) ok(await server.call(quoteDeal, order, { as }))
      const buys = await Promise.all(
        [ben, eve].map((as) =>
          server.call(openDeal, { ...order, rate: '7.1' }, { as, key: key() }),
        ),
      )
      const won = buys.findIndex(({ type }) => type === 'ok')
      expect(buys.map((each) => (each.type === 'ok' ? 'ok' : each.code)).toSorted()).toEqual([
        'ok',
        'price_changed',
      ])
      const [winner, loser] = won === 0 ? [ben, eve] : [eve, ben]
      expect(ok(await server.call(quoteDeal, order, { as: loser })).rate).toBe('7.30000000')
      const first = buys[won]
      const id = first?.type === 'ok' ? first.message : 0
      const pic = await uploaded(server, winner, 'deal')
      const ends = await Promise.all([
        server.call(cancelDeal, { id }, { as: winner, key: key() }),
        server.call(payDeal, { id, pic }, { as: winner, key: key() }),
      ])
      expect(ends.filter(({ type }) => type === 'ok')).toHaveLength(1)
      if (ends[1]?.type === 'ok') {
        await Promise.all([
          confirmed(server, sam, id),
          server.call(disputeDeal, { id, reason: 'Late' }, { as: winner, key: key() }),
        ])
        expect((await look(server, winner, id)).state).toBe('finished')
        ok(await server.call(stockOffer, { id: last, change: '100' }, { as: sam, key: key() }))
      }
      // A pause beside a purchase: before it or after it, and never half.
      await server.db
        .updateTable('upload')
        .set({ sent_at: new Date(0) })
        .execute()
      const large = { acc: '730', pay_way: 'bank' } as const
      ok(await server.call(pauseOffer, { id: last, paused: true }, { as: sam, key: key() }))
      const { rate } = ok(await server.call(quoteDeal, large, { as: ben }))
      const [, beside] = await Promise.all([
        server.call(pauseOffer, { id: spare, paused: true }, { as: zoe, key: key() }),
        server.call(openDeal, { ...large, rate }, { as: ben, key: key() }),
      ])
      if (beside.type === 'ok') {
        ok(await server.call(cancelDeal, { id: beside.message }, { as: ben, key: key() }))
      } else expect(beside.code).toBe('no_seller')
      for (const [offer, as] of [
        [last, sam],
        [spare, zoe],
      ] as const) {
        ok(await server.call(pauseOffer, { id: offer, paused: false }, { as, key: key() }))
      }
    }
  },
  ROUNDS * 60_000,
)
