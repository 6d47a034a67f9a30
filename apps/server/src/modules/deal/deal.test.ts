import { readDealPicture, sendDealMessage } from '@btbc/contract/deal-messages.ts'
import {
  cancelDeal,
  cancelDealTogether,
  confirmDeal,
  listDeals,
  listSales,
  openDeal,
  payDeal,
  quoteDeal,
} from '@btbc/contract/deal.ts'
import { listOffers, stockOffer } from '@btbc/contract/offer.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { bought, confirmed, offered, paid } from '#testing/sellers.ts'
import { newKey, ok, refusal, type TestMember, type TestServer } from '#testing/server.ts'
import { uploaded } from '#testing/upload.ts'

import { legalOf, look, ORDER, start } from './testing/start.ts'

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
    '[TEST] A message in a deal',
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

test('whoever misses the time, the turn or the terms is refused by name, and nothing moves', async () => {
  const { server, sam, ben } = await start()
  const offer = await offered(server, sam, { stock: '600', ways: ['bank'] })
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
    [{ ...ORDER, rate, pay_way: 'ali_pay' }, 'alipay_unavailable'],
    [{ ...ORDER, rate, pay_way: 'we_chat' }, 'wechat_unavailable'],
    [{ ...ORDER, rate, acc: '5000' }, 'no_seller'],
    [{ ...ORDER, rate, acc: '-1' }, 'invalid_request'],
    [{ ...ORDER, rate, offer: 1 }, 'unknown_field'],
  ] as const) {
    expect([order, refusal(await buy(order))]).toEqual([order, code])
  }
  expect(refusal(await buy({ ...ORDER, rate }, sam))).toBe('no_seller')
  ok(await server.call(stockOffer, { id: offer, change: '-550' }, { as: sam, key: newKey() }))
  expect(refusal(await buy({ ...ORDER, rate }))).toBe('no_seller')
  ok(await server.call(stockOffer, { id: offer, change: '550' }, { as: sam, key: newKey() }))
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
  // Nobody sees what stands between these.
  expect(refusal(await say('6222\u00AD0200\u200D1111\u20602222'))).toBe('text_account_number')
  expect(refusal(await say('x'.repeat(10_000)))).toBe('invalid_request')
  expect(refusal(await say('hello', eve))).toBe('deal_not_found')
  for (let count = 0; count < 20; count += 1) ok(await say('once more'))
  expect(refusal(await say('and more'))).toBe('too_many_messages')
  server.clock.passBusiness({ minutes: 29, seconds: 59.999 })
  const other = await bought(server, eve, ORDER)
  server.clock.passBusiness({ seconds: 0.001 })
  expect(refusal(await server.call(cancelDeal, { id }, { as, key: key() }))).toBe('deal_expired')
  expect(refusal(await server.call(payDeal, { id, pic }, { as, key: key() }))).toBe('deal_expired')
  await server.app.jobs.sweep()
  expect(await look(server, ben, id)).toMatchObject({
    is_sure: 2,
    detail_status: -1,
    state: 'cancelled',
  })
  server.clock.passBusiness({ minutes: 29, seconds: 59.998 })
  ok(await server.call(cancelDeal, { id: other }, { as: eve, key: key() }))
  expect(refusal(await server.call(cancelDeal, { id: other }, { as: eve, key: key() }))).toBe(
    'deal_ended',
  )
  expect(await legalOf(server, sam)).toEqual([400n, 600n])
  expect(ok(await server.call(quoteDeal, ORDER, { as })).misuse).toMatchObject({ count: 1 })
})

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
