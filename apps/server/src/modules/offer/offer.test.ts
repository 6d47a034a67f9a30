import { OFFERS_MAX } from '@btbc/contract/deal-rules.ts'
import { readProfile } from '@btbc/contract/account.ts'
import type { RequestJson } from '@btbc/contract/endpoint.ts'
import {
  addOffer,
  applyToSell,
  editOffer,
  listOffers,
  pauseOffer,
  readSeller,
  stockOffer,
} from '@btbc/contract/offer.ts'
import { addPayee, removePayee } from '@btbc/contract/payee.ts'
import { decideCase, listCases } from '@btbc/contract/operator/case.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { giveFactors } from '#testing/factors.ts'
import { acceptIdentity, submitIdentity } from '#testing/identity.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { fillLegal, joinSeller, offered } from '#testing/sellers.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

test('a member with an accepted identity asks to sell, is refused, asks again and is accepted', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const support = await hire(server, 'Sue', ['support'])
  const as = ada
  const ask = (note?: string) =>
    server.call(applyToSell, note === undefined ? {} : { note }, { as, key: newKey() })
  const me = async () => ok(await server.call(readSeller, {}, { as }))
  const decide = (id: number, decision: 'accept' | 'reject') =>
    callOperator(
      server,
      decideCase,
      { queue: 'seller', id, decision, reason: 'After a look' },
      { as: support },
    )

  expect(await me()).toMatchObject({ state: 'none', reference: '7.20000000', decide_by: null })
  expect(refusal(await ask())).toBe('identity_required')
  await submitIdentity(server, ada)
  expect(refusal(await ask())).toBe('identity_pending')
  await acceptIdentity(server, await server.join('other@example.test'))
  await server.db
    .updateTable('identity')
    .set({ state: 'verified', decided_at: server.clock.now(), decided_by: 1, card_id: null })
    .set({ erase_at: server.clock.now() })
    .where('member_id', '=', ada.id)
    .execute()
  expect(refusal(await ask('<b>me</b>'))).toBe('text_markup')
  expect(refusal(await ask('call 138 0013 8000'))).toBe('text_account_number')
  await giveFactors(server, ada)
  ok(await ask('I answer within minutes.'))
  expect(refusal(await ask())).toBe('seller_asked')
  expect(await me()).toMatchObject({ state: 'asked', decide_by: '2026-03-02T12:00:00.000Z' })
  expect(refusal(await server.call(addOffer, terms, { as, key: newKey() }))).toBe('not_a_seller')

  const waiting = ok(await callOperator(server, listCases, { queue: 'seller' }, { as: support }))
  const [found] = waiting.list
  const id = found?.id ?? 0
  expect(ok(await decide(id, 'reject')).outcome).toBe('rejected')
  expect(await me()).toMatchObject({ state: 'refused', reason: 'After a look' })
  expect(ok(await server.call(readProfile, {}, { as })).is_seller).toBe(0)
  // Whoever asks again at once would be looked at again and again.
  server.clock.passBusiness({ hours: 23, minutes: 59 })
  expect(await ask()).toMatchObject({
    code: 'refused_lately',
    details: { until: '2026-03-02T12:00:00.000Z' },
  })
  server.clock.passBusiness({ minutes: 1 })
  ok(await ask())
  expect(ok(await decide(id, 'accept')).outcome).toBe('accepted')
  expect(refusal(await decide(id, 'accept'))).toBe('case_decided')
  expect(await me()).toMatchObject({ state: 'seller' })
  expect(ok(await server.call(readProfile, {}, { as })).is_seller).toBe(1)
  expect(refusal(await ask())).toBe('seller_already')
})

test('stock is held while it is offered, goes in and out of the P2P wallet, and never below zero', async () => {
  const server = await startTestServer()
  const sam = await joinSeller(server, 'sam@example.test', 1000n)
  const as = sam
  const held = async () => {
    const legal = memberAccount(sam.id, 'legal', currencies.USDT.id)
    const { available, held: set } = await balanceOf(server.db, legal)
    return [available / UNIT, set / UNIT]
  }
  const id = await offered(server, sam, { stock: '300', percent: '-1.25', terms: 'Be\n quick' })
  expect(await held()).toEqual([700n, 300n])
  const listed = ok(await server.call(listOffers, {}, { as })).list
  expect(listed).toMatchObject([
    {
      id,
      price: '7.11000000',
      percent: '-1.25000000',
      min: '100.00000000',
      stock: '300.00000000',
      in_deals: '0.00000000',
      ways: ['alipay', 'bank', 'wechat'],
      terms: 'Be\n quick',
      paused: false,
      is_live: true,
    },
  ])
  const move = (change: string) => server.call(stockOffer, { id, change }, { as, key: newKey() })
  expect(ok(await move('200')).stock).toBe('500.00000000')
  expect(refusal(await move('500.00000001'))).toBe('insufficient_balance')
  expect(refusal(await move('92233720368.54775807'))).toBe('insufficient_balance')
  expect(refusal(await move('92233720368.54775808'))).toBe('invalid_request')
  expect(refusal(await move('-500.00000001'))).toBe('offer_stock')
  expect(refusal(await move('0'))).toBe('amount_required')
  expect(ok(await move('-499.99999999')).stock).toBe('0.00000001')
  expect(await held()).toEqual([999n, 0n])
  // Not enough for its smallest deal.
  expect(ok(await server.call(listOffers, {}, { as })).list[0]?.is_live).toBe(false)
  ok(await move('100'))
  ok(await server.call(pauseOffer, { id, paused: true }, { as, key: newKey() }))
  expect(ok(await server.call(listOffers, {}, { as })).list[0]).toMatchObject({
    paused: true,
    is_live: false,
  })
  const edited = { ...terms, id, ways: ['we_chat'], price: '7.9' }
  ok(await server.call(editOffer, edited, { as, key: newKey() }))
  expect(ok(await server.call(listOffers, {}, { as })).list[0]).toMatchObject({
    price: '7.90000000',
    percent: null,
    ways: ['wechat'],
    stock: '100.00000001',
    terms: '',
  })
})

const terms = { price: '7.2', min: '100', max: '1000', ways: ['bank'] }

const refused: readonly [Partial<RequestJson<typeof addOffer>>, string][] = [
  [{ price: '6.47999999' }, 'offer_price_range'],
  [{ price: '7.92000001' }, 'offer_price_range'],
  [{ price: undefined, percent: '10.01' }, 'offer_price_range'],
  [{ price: undefined, percent: '-10.01' }, 'offer_price_range'],
  [{ price: undefined, percent: '-101' }, 'offer_price_range'],
  [{ price: undefined, percent: '0.001' }, 'offer_price_range'],
  [{ price: undefined, percent: '92233720368.54775807' }, 'offer_price_range'],
  [{ price: undefined, percent: '92233720369' }, 'invalid_request'],
  [{ price: undefined }, 'offer_price_required'],
  [{ percent: '1' }, 'offer_price_required'],
  [{ min: '9.99' }, 'offer_limits'],
  [{ max: '500000.01' }, 'offer_limits'],
  [{ min: '100.001' }, 'offer_limits'],
  [{ min: '1000.01' }, 'offer_limits'],
  [{ ways: [] }, 'invalid_request'],
  [{ ways: ['cash'] }, 'invalid_request'],
  [{ ways: ['alipay'] }, 'way_unavailable'],
  [{ terms: 'x'.repeat(501) }, 'invalid_request'],
  [{ terms: 'a\u0007b' }, 'invalid_request'],
  [{ terms: 'see <img src=x>' }, 'text_markup'],
  [{ terms: 'TEST0000 6222 0200 1234' }, 'text_account_number'],
  [{ stock: '1000.00000001' }, 'insufficient_balance'],
  [{ stock: '1e3' }, 'invalid_request'],
]

test('an offer that cannot be is refused by name, and holds nothing', async () => {
  const server = await startTestServer({ rateLimits: false })
  const sam = await joinSeller(server, 'sam@example.test', 1000n)
  const as = sam
  const alipay = ok(await server.call(addPayee, { way: 'alipay' }, { as, key: newKey() }))
  ok(await server.call(removePayee, { id: alipay.id }, { as, key: newKey() }))
  for (const [change, code] of refused) {
    const request = { ...terms, stock: '10', ...change }
    const told = refusal(await server.call(addOffer, request, { as, key: newKey() }))
    expect([change, told]).toEqual([change, code])
  }
  expect(ok(await server.call(listOffers, {}, { as })).total).toBe(0)
  for (let count = 0; count < OFFERS_MAX; count += 1) {
    ok(await server.call(addOffer, terms, { as, key: newKey() }))
  }
  expect(refusal(await server.call(addOffer, terms, { as, key: newKey() }))).toBe('too_many_offers')
})

test('of many who move the same stock at once each moves what is there, and no more', async () => {
  const server = await startTestServer({ rateLimits: false })
  const sam = await joinSeller(server, 'sam@example.test', 100n)
  await fillLegal(server, sam, 100n)
  const id = await offered(server, sam, { stock: '100' })
  const changes = [70, 70, -70, -70]
  const answers = await Promise.all(
    changes.map((change) =>
      server.call(stockOffer, { id, change: `${change}` }, { as: sam, key: newKey() }),
    ),
  )
  const moved = changes.filter((_, n) => answers[n]?.type === 'ok')
  const short = answers.flatMap((answer) => (answer.type === 'ok' ? [] : [answer.code]))
  // In whatever order they came, one at the most asked for more than there was.
  expect([[], ['insufficient_balance'], ['offer_stock']]).toContainEqual(short)
  const row = await rowOf(server, id)
  const sum = moved.reduce((all, change) => all + change, 100)
  expect(row.stock).toBe(BigInt(sum) * UNIT)
  const legal = memberAccount(sam.id, 'legal', currencies.USDT.id)
  const { available, held } = await balanceOf(server.db, legal)
  expect([held, available + held]).toEqual([row.stock, 200n * UNIT])
})

async function rowOf(server: TestServer, id: number) {
  return await server.db
    .selectFrom('offer')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
