import { sendDealMessage } from '@btbc/contract/deal-messages.ts'
import {
  cancelDeal,
  cancelDealTogether,
  disputeDeal,
  openDeal,
  payDeal,
  quoteDeal,
} from '@btbc/contract/deal.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeDealDecision } from '@btbc/contract/operator/dispute.ts'
import { pauseOffer, stockOffer } from '@btbc/contract/offer.ts'
import { expect, test } from 'vitest'

import { callOperator, hire } from '#testing/operators.ts'
import { bought, confirmed, joinSeller, offered, paid } from '#testing/sellers.ts'
import { newKey, ok, type TestMember, type TestServer } from '#testing/server.ts'
import { uploaded } from '#testing/upload.ts'

import { PAY_MS } from './deal.ts'
import { look, ORDER, start } from './testing/start.ts'

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
      const isPaid = ends[1]?.type === 'ok'
      expect(ends.map(told)).toEqual(isPaid ? ['deal_paid', 'ok'] : ['ok', 'deal_ended'])
      if (isPaid) {
        const [confirmation, dispute] = await Promise.all([
          confirmed(server, sam, id),
          server.call(disputeDeal, { id, reason: 'Late' }, { as: winner, key: key() }),
        ])
        expect(told(confirmation)).toBe('ok')
        expect(['ok', 'deal_ended']).toContain(told(dispute))
        expect((await look(server, winner, id)).state).toBe('finished')
        ok(await server.call(stockOffer, { id: last, change: '100' }, { as: sam, key: key() }))
      }
      // A pause beside a purchase: before it or after it, and never half.
      await server.db.updateTable('deal').set({ is_misuse: false }).execute()
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

test(
  'a payment in the last moment counts or the time is over, and of two operators who decide differently one does',
  async () => {
    const { server, sam, ben } = await start(100_000n)
    const eve = await server.join('eve@example.test')
    await offered(server, sam, { stock: '100000' })
    const desk = [
      await hire(server, 'Ria', ['risk']),
      await hire(server, 'Sue', ['support']),
      await hire(server, 'Tom', ['support']),
    ] as const
    const both = async (id: number) => {
      for (const as of [sam, ben, eve]) {
        await server.call(cancelDealTogether, { id }, { as, key: newKey() })
      }
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const late = await bought(server, ben, ORDER)
      const endsAt = new Date(server.clock.now().getTime() + PAY_MS).toISOString()
      const pic = await uploaded(server, ben, 'deal')
      server.clock.passBusiness({ minutes: 29, seconds: 59.999 })
      const [payment] = await Promise.all([
        server.call(payDeal, { id: late, pic }, { as: ben, key: newKey() }),
        passLastMoment(server, round),
      ])
      await server.app.jobs.sweep()
      const { state, pay_time: paidAt } = await look(server, ben, late)
      if (payment.type === 'ok') {
        expect(state).toBe('paid')
        expect((paidAt ?? endsAt) < endsAt).toBe(true)
      } else {
        expect(['deal_expired', 'deal_ended']).toContain(payment.code)
        expect(state).toBe('cancelled')
      }
      await both(late)

      const id = await bought(server, eve, ORDER)
      await paid(server, eve, id)
      ok(await server.call(disputeDeal, { id, reason: 'Late' }, { as: eve, key: newKey() }))
      const proposed = await Promise.all(
        [100, 0].map((percent, n) => {
          const request = { id, buyer_percent: percent, reason: 'As it looks' }
          return callOperator(server, proposeDealDecision, request, { as: desk[n] ?? desk[0] })
        }),
      )
      expect(proposed.map(told).toSorted()).toEqual(['ok', 'proposal_pending'])
      const first = proposed.findIndex(({ type }) => type === 'ok')
      const made = proposed[first]
      const proposal = made?.type === 'ok' ? made.message.id : 0
      const others = [desk[1 - first] ?? desk[0], desk[2]]
      const decided = await Promise.all(
        (['accept', 'reject'] as const).map((decision, n) => {
          const request = { id: proposal, decision, reason: 'I see it so' }
          return callOperator(server, decideProposal, request, { as: others[n] ?? desk[2] })
        }),
      )
      expect(decided.map(told).toSorted()).toEqual(['ok', 'proposal_decided'])
      const given = first === 0 ? 'finished' : 'cancelled'
      const isAccepted = decided[0]?.type === 'ok'
      expect((await look(server, eve, id)).state).toBe(isAccepted ? given : 'disputed')
      if (!isAccepted) await both(id)
      // Whoever pays late by design is not stopped for it here, nor for so many pictures.
      await server.db.updateTable('deal').set({ is_misuse: false }).execute()
      await server.db
        .updateTable('upload')
        .set({ sent_at: new Date(0) })
        .execute()
    }
  },
  ROUNDS * 60_000,
)

test('of a thousand messages in a minute twenty arrive, and the other side has its own twenty', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  const id = await bought(server, ben, ORDER)
  const say = async (as: TestMember) =>
    told(await server.call(sendDealMessage, { id, text: 'Hello' }, { as, key: newKey() }))
  const flood = async () => await Promise.all(Array.from({ length: ROUNDS * 20 }, () => say(ben)))
  for (const arrived of [20, 40]) {
    const outcomes = await flood()
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(20)
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'too_many_messages']))
    expect((await look(server, sam, id)).messages).toHaveLength(arrived)
    server.clock.passBusiness({ minutes: 1 })
  }
  expect(await say(sam)).toBe('ok')
})

function told(answer: { type: unknown; code?: string }): string {
  return answer.type === 'ok' ? 'ok' : (answer.code ?? '')
}

/** After as many turns of the loop as there were rounds: somewhere in the payment. */
async function passLastMoment(server: TestServer, turns: number): Promise<void> {
  for (let turn = 0; turn < turns % 20; turn += 1) await new Promise(setImmediate)
  server.clock.passBusiness({ seconds: 0.001 })
  await server.app.jobs.sweep()
}
