import { expect, test } from 'vitest'

import { stepUp } from '#testing/step-up.ts'
import { uploaded } from '#testing/upload.ts'
import type { TestMember, TestServer } from '#testing/server.ts'

import { start } from './testing/start.ts'

/** The calls of buying as a client written to the seeds makes them: by path, with numbers as text. */

const DEAL =
  'id seller_name way_name type is_sure deal_money number price create_time update_time pay_time'
const QUOTE =
  'rate count min max alipay alipayCode wechat wechatCode bankNo bankName bankAddress quote_id expires_at'
const ONE = `${DEAL} detail_status step pay_until payee messages evidence next`
const OFFER = 'id price min max ways stock in_deals paused'
const SELLER = 'state deals_30d completed_30d release_minutes'
const PAYEE = 'id way account holder qr'

type Answer = { type: unknown; message: unknown; code?: string }

function asked(server: TestServer, { token }: TestMember) {
  const headers = { Authorization: `Bearer ${token}` }
  const send = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${server.url}/api${path}`, init)
    expect(answer.status).toBe(200)
    return (await answer.json()) as Answer
  }
  return {
    get: (path: string) => send(path, { headers }),
    post: (path: string, body: object) =>
      send(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

/** What an answer is, after a look at whether each of these fields is in it. */
function holding(fields: string, { type, message }: Answer): Record<string, unknown> {
  expect(type).toBe('ok')
  expect(Object.keys(message as object)).toEqual(expect.arrayContaining(fields.split(' ')))
  return message as Record<string, unknown>
}

function firstOf(fields: string, { type, message }: Answer): Record<string, unknown> {
  const list = Array.isArray(message) ? message : (message as { list: unknown[] }).list
  return holding(fields, { type, message: list[0] })
}

test('a client written to the seeds sells and buys by paths alone, and finds every field it names', async () => {
  const { server, sam, ben } = await start()
  const [seller, buyer] = [asked(server, sam), asked(server, ben)]
  expect(holding(SELLER, await seller.get('/seller/me'))['state']).toBe('seller')
  expect(firstOf(PAYEE, await seller.get('/payments/list'))['account']).toMatch(/^TEST/)
  const terms = { price: '7.2', min: '100', max: '5000', ways: ['ali_pay', 'bank'], stock: '500' }
  const offer = holding(OFFER, await seller.post('/legal_offer/add', terms))['id']
  for (const [path, change] of [
    ['/legal_offer/stock', { change: '-100' }],
    ['/legal_offer/pause', { paused: true }],
    ['/legal_offer/pause', { paused: false }],
    ['/legal_offer/edit', { percent: '0', min: '100', max: '6000', ways: ['ali_pay'] }],
  ] as const) {
    holding(OFFER, await seller.post(path, { id: String(offer), ...change }))
  }
  expect(firstOf(OFFER, await seller.get('/legal_offer/list'))['stock']).toBe('400.00000000')

  const quote = holding(QUOTE, await buyer.get('/legalInfo?acc=720&pay_way=ali_pay'))
  expect(quote).toMatchObject({ rate: '7.20000000', count: 1, wechat: '' })
  const opened = await buyer.post('/wallet/buy_legal', {
    acc: '720',
    rate: quote['rate'],
    pay_way: 'ali_pay',
  })
  const id = String(opened.message)
  expect(firstOf(DEAL, await buyer.get('/legal_user_deal?page=1&currency_id=3'))).toMatchObject({
    type: 'buy',
    is_sure: 0,
    way_name: 'ali_pay',
  })
  expect(firstOf(DEAL, await seller.get('/legal_sell/list?page=1'))['type']).toBe('sell')
  const read = holding(ONE, await buyer.get(`/legal_deal?id=${id}`))
  expect(read).toMatchObject({ detail_status: 0, step: 2, next: { who: 'buyer' } })
  expect(await buyer.post('/legal_deal', { id })).toMatchObject({ message: { id: Number(id) } })

  const nothing = { type: 'ok', message: {} }
  const other = { acc: '360', rate: quote['rate'], pay_way: 'ali_pay' }
  const { message: taken } = await buyer.post('/wallet/buy_legal', other)
  expect(await buyer.post('/legal_buy/cancel', { id: taken })).toMatchObject(nothing)
  expect(await buyer.get('/legal_buy/cancel?id=1')).toMatchObject({ code: 'not_found' })
  const pic = await uploaded(server, ben, 'deal')
  expect(await buyer.post('/legal_buy/payed', { id, pic })).toMatchObject(nothing)
  expect(await buyer.post('/legal_buy/cancel', { id })).toMatchObject({ code: 'deal_paid' })
  const text = 'It is on its way.'
  expect(await buyer.post('/legal_deal/message', { id, text })).toMatchObject({ type: 'ok' })
  const reason = 'It does not come.'
  expect(await seller.post('/legal_deal/dispute', { id, reason })).toMatchObject(nothing)
  expect(await seller.post('/legal_deal/cancel_both', { id })).toMatchObject({ type: 'ok' })
  const proof = await stepUp(server, sam, 'deal_confirm', { id })
  expect(await seller.post('/legal_sell/confirm', { id, proof })).toMatchObject(nothing)
  expect(holding(ONE, await buyer.get(`/legal_deal?id=${id}`))).toMatchObject({
    is_sure: 1,
    detail_status: 2,
    step: 4,
  })
  expect(await buyer.post('/legal_deal/rate', { id, up: true })).toMatchObject({ type: 'ok' })
  expect(await buyer.post('/member/block', { id, blocked: true })).toMatchObject({ type: 'ok' })
})
