import {
  cancelDeal,
  cancelDealTogether,
  confirmDeal,
  disputeDeal,
  listDeals,
  listSales,
  openDeal,
  payDeal,
  quoteDeal,
  readDeal,
  readDealPicture,
  sendDealMessage,
} from '@btbc/contract/deal.ts'
import { listOffers, pauseOffer, stockOffer } from '@btbc/contract/offer.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import {
  listDisputes,
  proposeDealDecision,
  readDispute,
  readDisputePicture,
} from '@btbc/contract/operator/dispute.ts'
import { freezeAccount } from '@btbc/contract/security.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { createApp } from '#app.ts'
import { callOperator, hire, type TestOperator } from '#testing/operators.ts'
import { plainConfig } from '#testing/founded.ts'
import { bought, confirmed, joinSeller, offered, paid } from '#testing/sellers.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'
import { uploaded } from '#testing/upload.ts'

const ORDER = { acc: '720', pay_way: 'bank' } as const

test('USDT are bought from the offer to the confirmation, and each sees whose turn it is', async () => {
  const { server, sam, ben } = await start()
  const offer = await offered(server, sam, { stock: '300', terms: 'Within minutes' })
  const quote = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  expect(quote).toMatchObject({
    rate: '7.20000000',
    count: 1,
    min: '100.00000000',
    max: '2160.00000000',
    number: '100.00000000',
    bankNo: 'TEST•••',
    reference: '7.20000000',
    misuse: { count: 0, limit: 3, until: null },
    expires_at: '2026-03-01T12:01:00.000Z',
  })
  const id = await bought(server, ben, ORDER)
  expect(await legalOf(server, sam)).toEqual([700n, 300n])
  expect(ok(await server.call(listOffers, {}, { as: sam })).list[0]).toMatchObject({
    id: offer,
    stock: '200.00000000',
    in_deals: '100.00000000',
  })
  const seen = await look(server, ben, id)
  expect(seen).toMatchObject({
    way_name: 'bank',
    type: 'buy',
    is_sure: 0,
    detail_status: 0,
    step: 2,
    deal_money: '720.00000000',
    number: '100.00000000',
    pay_until: '2026-03-01T12:30:00.000Z',
    next: { who: 'buyer', by: '2026-03-01T12:30:00.000Z' },
    payee: { way: 'bank', bank: 'TEST BANK, do not send money' },
    can: { pay: true, cancel: true, confirm: false, cancel_both: false, dispute: false },
  })
  expect(await look(server, sam, id)).toMatchObject({ type: 'sell', payee: null })
  expect(refusal(await confirmed(server, sam, id))).toBe('deal_unpaid')
  await server.pass({ minutes: 10 })
  await paid(server, ben, id)
  expect(await look(server, ben, id)).toMatchObject({
    is_sure: 3,
    detail_status: 1,
    step: 3,
    pay_time: '2026-03-01T12:10:00.000Z',
    next: { who: 'seller', by: '2026-03-01T12:40:00.000Z' },
    can: { pay: false, cancel: false, cancel_both: true, dispute: true },
  })
  const say = { id, text: 'Thank you \u202Eevil', pic: await uploaded(server, ben, 'deal') }
  ok(await server.call(sendDealMessage, say, { as: ben, key: newKey() }))
  const theirs = await look(server, sam, id)
  expect(theirs.messages).toMatchObject([{ from: 'buyer', text: 'Thank you evil' }])
  expect(theirs.evidence.map(({ kind }) => kind)).toEqual(['payment', 'message'])
  for (const { pic } of theirs.evidence) {
    expect(ok(await server.call(readDealPicture, { id, pic }, { as: sam })).type).toBe('image/jpeg')
  }
  ok(await confirmed(server, sam, id))
  expect(await legalOf(server, sam)).toEqual([700n, 200n])
  expect(await legalOf(server, ben)).toEqual([100n, 0n])
  expect(await look(server, ben, id)).toMatchObject({
    is_sure: 1,
    detail_status: 2,
    step: 4,
    next: { who: 'nobody', by: null },
    payee: null,
    outcome: { buyer_number: '100.00000000', reason: 'The seller confirmed the payment.' },
  })
  expect(await subjects(server, sam)).toEqual([
    '[TEST] A deal is open',
    '[TEST] A deal is marked as paid',
    '[TEST] A deal is finished',
  ])
  expect(ok(await server.call(listDeals, { currency_id: 3 }, { as: ben })).list).toMatchObject([
    { id, type: 'buy', is_sure: 1, way_name: 'bank' },
  ])
  expect(ok(await server.call(listSales, {}, { as: sam })).total).toBe(1)
  expect(ok(await server.call(listDeals, { search: `D${id}` }, { as: sam })).total).toBe(1)
  expect(ok(await server.call(listDeals, { before: id }, { as: sam })).list).toEqual([])
  expect(ok(await server.call(listDeals, { side: 'sell' }, { as: ben })).total).toBe(0)
  const { currencies: books } = ok(await server.call(readSolvency))
  expect(books.find(({ currency }) => currency === currencies.USDT.id)?.agrees).toBe(true)
})

test('the best price that fits is matched, then the older offer; never one’s own, a paused or a frozen one', async () => {
  const { server, sam, ben } = await start(2000n)
  const zoe = await joinSeller(server, 'zoe@example.test', 1000n)
  const dear = await offered(server, sam, { price: '7.3', stock: '500' })
  const small = await offered(server, sam, { price: '7', max: '200', stock: '500' })
  const follows = await offered(server, zoe, { percent: '-1', ways: ['alipay'], stock: '100' })
  const older = await offered(server, sam, { price: '7.2', stock: '100' })
  const younger = await offered(server, zoe, { price: '7.2', stock: '100' })
  const matched = async (order: object, as = ben) => {
    const answer = await server.call(quoteDeal, order, { as })
    return answer.type === 'ok' ? answer.message.rate.slice(0, 5) : answer.code
  }
  const offerOf = async (acc: string, way: 'bank' | 'alipay' = 'bank') => {
    const id = await bought(server, ben, { acc, pay_way: way })
    const row = await server.db
      .selectFrom('deal')
      .select('offer_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    ok(await server.call(cancelDeal, { id }, { as: ben, key: newKey() }))
    return row.offer_id
  }
  expect(await matched({})).toBe('7.000')
  expect(await offerOf('150')).toBe(small)
  expect(await offerOf('300', 'alipay')).toBe(follows)
  expect(await offerOf('300')).toBe(older)
  expect(await offerOf('3000')).toBe(dear)
  expect(await matched({ acc: '300', pay_way: 'bank' }, sam)).toBe('7.200')
  ok(await server.call(pauseOffer, { id: older, paused: true }, { as: sam, key: newKey() }))
  expect(await offerOf('300')).toBe(younger)
  ok(await server.call(freezeAccount, {}, { as: zoe, key: newKey() }))
  expect(await offerOf('300')).toBe(dear)
  expect(await matched({ acc: '99.99' })).toBe('deal_amount_range')
  expect(await matched({ acc: '100.001' })).toBe('deal_amount_cents')
  const block = { blocked_at: server.clock.now() }
  await server.db
    .insertInto('member_block')
    .values({ member_id: sam.id, blocked_id: ben.id, ...block })
    .execute()
  expect(await matched({})).toBe('no_seller')
})

test('whoever misses the time, the turn or the terms is refused by name, and nothing moves', async () => {
  const { server, sam, ben } = await start()
  const offer = await offered(server, sam, { stock: '300', ways: ['bank'] })
  const eve = await server.join('eve@example.test')
  const buy = (order: object, as = ben) => server.call(openDeal, order, { as, key: newKey() })
  const rate = '7.2'
  expect(refusal(await buy({ ...ORDER, rate }))).toBe('price_changed')
  ok(await server.call(quoteDeal, ORDER, { as: ben }))
  for (const [order, code] of [
    [{}, 'amount_required'],
    [{ ...ORDER, rate: '7.1' }, 'price_changed'],
    [{ ...ORDER, rate, acc: '99' }, 'deal_amount_range'],
    [{ ...ORDER, rate, acc: '5000.01' }, 'deal_amount_range'],
    [{ ...ORDER, rate, acc: '720.001' }, 'deal_amount_cents'],
    [{ acc: '720', rate }, 'way_required'],
    [{ ...ORDER, rate, pay_way: 'we_chat' }, 'wechat_unavailable'],
    [{ ...ORDER, rate, acc: '4000' }, 'no_seller'],
    [{ ...ORDER, rate, acc: '-1' }, 'invalid_request'],
    [{ ...ORDER, rate, offer: 1 }, 'unknown_field'],
  ] as const) {
    expect([order, refusal(await buy(order))]).toEqual([order, code])
  }
  expect(refusal(await buy({ ...ORDER, rate }, sam))).toBe('no_seller')
  ok(await server.call(stockOffer, { id: offer, change: '-250' }, { as: sam, key: newKey() }))
  expect(refusal(await buy({ ...ORDER, rate }))).toBe('no_seller')
  ok(await server.call(stockOffer, { id: offer, change: '250' }, { as: sam, key: newKey() }))
  await server.pass({ seconds: 60 })
  expect(refusal(await buy({ ...ORDER, rate }))).toBe('price_changed')

  const id = await bought(server, ben, ORDER)
  const as = ben
  const key = newKey
  const pic = await uploaded(server, ben, 'deal')
  const foreign = await uploaded(server, eve, 'deal')
  expect(refusal(await server.call(payDeal, { id, pic: foreign }, { as: eve, key: key() }))).toBe(
    'deal_not_found',
  )
  expect(refusal(await server.call(payDeal, { id, pic }, { as: sam, key: key() }))).toBe(
    'deal_not_yours',
  )
  expect(refusal(await server.call(payDeal, { id }, { as, key: key() }))).toBe(
    'deal_picture_required',
  )
  expect(refusal(await server.call(payDeal, { id, pic: foreign }, { as, key: key() }))).toBe(
    'upload_not_found',
  )
  expect(refusal(await server.call(cancelDealTogether, { id }, { as, key: key() }))).toBe(
    'deal_unpaid',
  )
  expect(refusal(await server.call(confirmDeal, { id }, { as, key: key() }))).toBe('deal_not_yours')
  const say = (text: string, who = ben) =>
    server.call(sendDealMessage, { id, text }, { as: who, key: key() })
  expect(refusal(await say(' '))).toBe('message_empty')
  expect(refusal(await say('<script>'))).toBe('text_markup')
  expect(refusal(await say('6222 0200 1111 2222'))).toBe('text_account_number')
  expect(refusal(await say('x'.repeat(10_000)))).toBe('invalid_request')
  expect(refusal(await say('hello', eve))).toBe('deal_not_found')
  for (let count = 0; count < 20; count += 1) ok(await say('once more'))
  expect(refusal(await say('and more'))).toBe('too_many_messages')
  server.clock.pass({ minutes: 29, seconds: 59.999 })
  const other = await bought(server, eve, ORDER)
  server.clock.pass({ seconds: 0.001 })
  expect(refusal(await server.call(cancelDeal, { id }, { as, key: key() }))).toBe('deal_expired')
  expect(refusal(await server.call(payDeal, { id, pic }, { as, key: key() }))).toBe('deal_expired')
  await server.app.jobs.sweep()
  expect(await look(server, ben, id)).toMatchObject({
    is_sure: 2,
    detail_status: -1,
    state: 'cancelled',
  })
  server.clock.pass({ minutes: 29, seconds: 59.998 })
  ok(await server.call(cancelDeal, { id: other }, { as: eve, key: key() }))
  expect(refusal(await server.call(cancelDeal, { id: other }, { as: eve, key: key() }))).toBe(
    'deal_ended',
  )
  expect(await legalOf(server, sam)).toEqual([700n, 300n])
  expect(ok(await server.call(quoteDeal, ORDER, { as })).misuse).toMatchObject({ count: 1 })
})

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

test('what is paid and not confirmed is for operators: one proposes a split, another accepts, and both sides read why', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  const id = await bought(server, ben, ORDER)
  await paid(server, ben, id)
  await server.pass({ minutes: 30 })
  const [ria, sue] = [await hire(server, 'Ria', ['risk']), await hire(server, 'Sue', ['support'])]
  expect(await look(server, ben, id)).toMatchObject({
    state: 'disputed',
    is_sure: 3,
    next: { who: 'operator', by: '2026-03-02T12:30:00.000Z' },
    dispute: { by: null },
  })
  const state = (as: TestMember, reason: string) =>
    server.call(disputeDeal, { id, reason }, { as, key: newKey() })
  ok(await state(ben, 'I paid all of it.'))
  expect(refusal(await state(ben, 'Really.'))).toBe('deal_disputed')
  ok(await state(sam, 'Only a half arrived.'))
  const waiting = ok(await callOperator(server, listDisputes, {}, { as: ria }))
  expect(waiting.list).toMatchObject([{ id, number: '100.00000000', opened_by: null }])
  const found = ok(await callOperator(server, readDispute, { id }, { as: ria }))
  expect(found).toMatchObject({
    buyer_statement: 'I paid all of it.',
    seller_statement: 'Only a half arrived.',
    pictures: [{ label: 'Payment, by the buyer' }],
  })
  const view = { id, picture: found.pictures[0]?.id ?? '', reason: 'To see the payment' }
  ok(await callOperator(server, readDisputePicture, view, { as: ria }))
  expect(await looksAt(server, id)).toBe(1)
  const propose = (percent: number, as: TestOperator) => {
    const request = { id, buyer_percent: percent, reason: 'A half arrived' }
    return callOperator(server, proposeDealDecision, request, { as })
  }
  const proposal = ok(await propose(50, ria))
  expect(refusal(await propose(100, sue))).toBe('proposal_pending')
  const decide = (as: TestOperator) => {
    const request = { id: proposal.id, decision: 'accept' as const, reason: 'I see the same' }
    return callOperator(server, decideProposal, request, { as })
  }
  expect(refusal(await decide(ria))).toBe('proposal_own')
  expect(await legalOf(server, sam)).toEqual([700n, 300n])
  ok(await decide(sue))
  expect(await legalOf(server, sam)).toEqual([700n, 250n])
  expect(await legalOf(server, ben)).toEqual([50n, 0n])
  for (const as of [sam, ben]) {
    expect(await look(server, as, id)).toMatchObject({
      state: 'split',
      is_sure: 1,
      outcome: { buyer_number: '50.00000000', seller_number: '50.00000000' },
    })
  }
  expect(refusal(await confirmed(server, sam, id))).toBe('deal_ended')
  expect(refusal(await propose(50, ria))).toBe('deal_not_disputed')

  // The two may finish or cancel after all, whatever an operator has proposed.
  const next = await bought(server, ben, ORDER)
  await paid(server, ben, next)
  const dispute = { id: next, reason: 'It is late.' }
  ok(await server.call(disputeDeal, dispute, { as: ben, key: newKey() }))
  const both = (as: TestMember) =>
    server.call(cancelDealTogether, { id: next }, { as, key: newKey() })
  expect(ok(await both(ben)).cancelled).toBe(false)
  expect(refusal(await both(ben))).toBe('deal_cancel_asked')
  expect(ok(await both(sam)).cancelled).toBe(true)
  expect(await legalOf(server, sam)).toEqual([700n, 250n])
  expect(await legalOf(server, ben)).toEqual([50n, 0n])
})

test('deadlines stand still while the house does: down from minute 5 to 65, 25 minutes are left', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  const id = await bought(server, ben, ORDER)
  await server.pass({ minutes: 5 })
  await server.app.jobs.stop()
  server.clock.pass({ minutes: 60 })
  const { db, clock } = server
  const config = plainConfig(server.dataDirectory)
  const again = await createApp({ db, clock, config })
  await again.jobs.sweep()
  await again.http.close()
  await again.jobs.stop()
  expect(await look(server, ben, id)).toMatchObject({
    state: 'open',
    update_time: '2026-03-01T13:00:00.000Z',
    pay_until: '2026-03-01T13:30:00.000Z',
    now: '2026-03-01T13:05:00.000Z',
  })
})

test('with liquidity the labelled seller of the house sells, and confirms by itself within seconds', async () => {
  const server = await startTestServer({ liquidity: true })
  const ben = await server.join('ben@example.test')
  const quote = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  expect(quote).toMatchObject({ rate: '7.27200000', is_simulated: true, count: 1 })
  const id = await bought(server, ben, ORDER)
  await paid(server, ben, id)
  await server.pass({ seconds: 5 })
  expect(await look(server, ben, id)).toMatchObject({ state: 'finished', is_simulated: true })
  expect((await legalOf(server, ben))[0]).toBe(99n)
})

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

async function start(coins = 1000n) {
  const server = await startTestServer({ rateLimits: false })
  const sam = await joinSeller(server, 'sam@example.test', coins)
  const ben = await server.join('ben@example.test')
  return { server, sam, ben }
}

async function look(server: TestServer, as: TestMember, id: number) {
  return ok(await server.call(readDeal, { id }, { as }))
}

/** Whole USDT of the P2P wallet, available and held. */
async function legalOf(server: TestServer, { id }: TestMember): Promise<[bigint, bigint]> {
  const legal = memberAccount(id, 'legal', currencies.USDT.id)
  const { available, held } = await balanceOf(server.db, legal)
  return [available / UNIT, held / UNIT]
}

async function subjects(server: TestServer, { mail }: TestMember): Promise<string[]> {
  const rows = await server.db
    .selectFrom('outbox')
    .select('subject')
    .where('recipient', '=', mail)
    .where('subject', 'like', '%deal%')
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}

async function looksAt(server: TestServer, id: number): Promise<number> {
  const rows = await server.db
    .selectFrom('operator_audit')
    .select('position')
    .where('subject', '=', `deal ${id}`)
    .where('action', 'like', '%icture%')
    .execute()
  return rows.length
}
