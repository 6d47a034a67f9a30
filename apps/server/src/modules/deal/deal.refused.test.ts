import type { Heard } from '@btbc/client/client.ts'
import { sendDealMessage } from '@btbc/contract/deal-messages.ts'
import {
  cancelDeal,
  cancelDealTogether,
  confirmDeal,
  disputeDeal,
  openDeal,
  payDeal,
  quoteDeal,
} from '@btbc/contract/deal.ts'
import { blockMember, rateDeal } from '@btbc/contract/deal-standing.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import { addOffer, editOffer, pauseOffer, stockOffer } from '@btbc/contract/offer.ts'
import { proposeDealDecision } from '@btbc/contract/operator/dispute.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { addPayee, listPayees, removePayee } from '@btbc/contract/payee.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { plainAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { logInElsewhere } from '#testing/elsewhere.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { bought, fillLegal, joinSeller, offered } from '#testing/sellers.ts'
import { newKey, ok, refusal, type TestServer } from '#testing/server.ts'
import { settle } from '#testing/settings.ts'
import { stepUp } from '#testing/step-up.ts'
import { uploaded } from '#testing/upload.ts'

import { legalOf, look, ORDER, start } from './testing/start.ts'

/** What sellers, buyers and strangers try with deals, one by one: each has its own no, and nothing moves. */

test('whatever a seller does between quote and purchase, the buyer hears what it is, and nothing moves', async () => {
  const { server, sam, ben } = await start()
  const key = newKey
  const terms = { price: '7.2', min: '100', max: '5000', ways: ['ali_pay', 'bank'] }
  const { id } = ok(
    await server.call(addOffer, { ...terms, stock: '300' }, { as: sam, key: key() }),
  )
  const met = await bought(server, ben, ORDER)
  ok(await server.call(cancelDeal, { id: met }, { as: ben, key: key() }))
  const bank = ok(await server.call(listPayees, {}, { as: sam })).find(({ way }) => way === 'bank')
  const seller = {
    edit: async (changed: object) =>
      ok(await server.call(editOffer, { id, ...terms, ...changed }, { as: sam, key: key() })),
    pause: async (paused: boolean) =>
      ok(await server.call(pauseOffer, { id, paused }, { as: sam, key: key() })),
    stock: async (change: string) =>
      ok(await server.call(stockOffer, { id, change }, { as: sam, key: key() })),
    block: async (blocked: boolean) =>
      ok(await server.call(blockMember, { id: met, blocked }, { as: sam, key: key() })),
    leave: async () =>
      ok(await server.call(removePayee, { id: bank?.id ?? 0 }, { as: sam, key: key() })),
    take: async () => ok(await server.call(addPayee, { way: 'bank' }, { as: sam, key: key() })),
  }
  // The bank unit's rate, which two operators change: half a percent on moves a price, far off all prices.
  const publish = async (rate: bigint) => {
    server.clock.passBusiness({ seconds: 1 })
    await settle(server, 'rail.rates', { bank: plainAmount(rate) })
  }
  const as = ben
  const buy = async (rate: string, order: object = ORDER) =>
    await server.call(openDeal, { ...order, rate }, { as, key: key() })
  for (const [code, spoil, mend] of [
    ['no_seller', () => seller.pause(true), () => seller.pause(false)],
    ['no_seller', () => seller.stock('-300'), () => seller.stock('300')],
    ['no_seller', () => seller.stock('-200.00000001'), () => seller.stock('200.00000001')],
    ['no_seller', () => seller.block(true), () => seller.block(false)],
    ['deal_amount_range', () => seller.edit({ max: '719.99' }), () => seller.edit({})],
    ['deal_amount_range', () => seller.edit({ min: '720.01' }), () => seller.edit({})],
    ['price_changed', () => seller.edit({ price: '7.20000001' }), () => seller.edit({})],
    ['price_changed', () => seller.edit({ price: '7.1' }), () => seller.edit({})],
    ['bank_unavailable', () => seller.edit({ ways: ['ali_pay'] }), () => seller.edit({})],
    ['bank_unavailable', seller.leave, seller.take],
    ['no_seller', () => publish(UNIT / 2n), () => publish(UNIT)],
  ] as const) {
    const { rate } = ok(await server.call(quoteDeal, ORDER, { as }))
    await spoil()
    const before = await everything(server)
    const told = refusal(await buy(rate))
    expect([String(spoil), told]).toEqual([String(spoil), code])
    expect(await everything(server)).toBe(before)
    await mend()
  }

  // An account that nobody has proved to be behind keeps no coins of sellers from others.
  const { rate: seen } = ok(await server.call(quoteDeal, ORDER, { as }))
  const prove = (at: Date | null) =>
    server.db.updateTable('member').set({ verified_at: at }).where('id', '=', ben.id).execute()
  await prove(null)
  expect(refusal(await buy(seen))).toBe('not_verified')
  await prove(server.clock.now())

  // A price that follows the reference has moved with it: neither the old one is good nor a new one guessed.
  await seller.edit({ price: undefined, percent: '1' })
  const { rate: followed } = ok(await server.call(quoteDeal, ORDER, { as }))
  await publish((UNIT * 1005n) / 1000n)
  expect(await buy(followed)).toMatchObject({
    code: 'price_changed',
    message: expect.stringContaining('7.23582089') as unknown,
  })
  expect(refusal(await buy('7.23582089'))).toBe('price_changed')
  await publish(UNIT)
  await seller.edit({})

  // A price that somebody else was shown, and numbers that are no price.
  const eve = await server.join('eve@example.test')
  await seller.edit({ price: '7.3' })
  ok(await server.call(quoteDeal, ORDER, { as: eve }))
  for (const [rate, code] of [
    ['7.3', 'price_changed'],
    ['0', 'price_changed'],
    ['-7.3', 'invalid_request'],
    ['7.3e0', 'invalid_request'],
    ['7.300000001', 'invalid_request'],
    ['99999999999999999999', 'invalid_request'],
  ] as const) {
    expect([rate, refusal(await buy(rate))]).toEqual([rate, code])
  }
  // Another's offer is found by nobody else.
  const zoe = await joinSeller(server, 'zoe@example.test', 10n)
  for (const told of [
    await server.call(pauseOffer, { id, paused: true }, { as: zoe, key: key() }),
    await server.call(stockOffer, { id, change: '-1' }, { as: zoe, key: key() }),
    await server.call(editOffer, { id, ...terms }, { as: zoe, key: key() }),
  ]) {
    expect(refusal(told)).toBe('offer_not_found')
  }
  ok(await server.call(quoteDeal, ORDER, { as }))
  ok(await server.call(freezeAccount, {}, { as: sam, key: key() }))
  const before = await everything(server)
  expect(refusal(await buy('7.3'))).toBe('no_seller')
  // Nor does a buyer who froze go on.
  await server.db
    .updateTable('member')
    .set({ frozen_at: server.clock.now(), frozen_network: '127.0.0.0/24' })
    .where('id', '=', ben.id)
    .execute()
  expect(refusal(await buy('7.3'))).toBe('account_frozen')
  expect(await everything(server)).toBe(before)
})

test('whoever is not in turn, not of the deal or without a picture of their own is refused, and nothing moves', async () => {
  const { server, sam, ben } = await start()
  const offer = await offered(server, sam, { stock: '300' })
  await fillLegal(server, ben, 1n)
  const eve = await server.join('eve@example.test')
  const id = await bought(server, ben, ORDER)
  const [fresh, other, used, papers] = await Promise.all(
    ['deal', 'deal', 'deal', 'identity'].map((purpose) => uploaded(server, ben, purpose)),
  )
  const key = newKey
  const note = { id, text: 'Look', pic: used ?? '' }
  ok(await server.call(sendDealMessage, note, { as: ben, key: key() }))
  const refusedWith = async (table: readonly (readonly [string, () => Promise<Heard>])[]) => {
    const before = await everything(server)
    for (const [code, attempt] of table) {
      expect([String(attempt), refusal(await attempt())]).toEqual([String(attempt), code])
    }
    expect(await everything(server)).toBe(before)
  }
  const pay = (as: typeof ben, pic: string | undefined) =>
    server.call(payDeal, { id, ...(pic !== undefined && { pic }) }, { as, key: key() })
  const cancel = (as: typeof ben) => server.call(cancelDeal, { id }, { as, key: key() })
  const confirm = (as: typeof ben, proof?: string) =>
    server.call(confirmDeal, { id, ...(proof !== undefined && { proof }) }, { as, key: key() })
  const dispute = (as: typeof ben, reason = 'It does not come.') =>
    server.call(disputeDeal, { id, reason }, { as, key: key() })
  const together = (as: typeof ben) => server.call(cancelDealTogether, { id }, { as, key: key() })
  const rate = (as: typeof ben) => server.call(rateDeal, { id, up: true }, { as, key: key() })
  const say = (words: object, as = ben) =>
    server.call(sendDealMessage, { id, ...words }, { as, key: key() })
  const proof = await stepUp(server, sam, 'deal_confirm', { id: String(id + 1) })
  await refusedWith([
    ['upload_not_found', () => pay(ben, used)],
    ['upload_not_found', () => pay(ben, papers)],
    ['upload_not_found', () => pay(ben, 'x'.repeat(32))],
    ['deal_picture_required', () => pay(ben, '')],
    ['upload_not_found', () => say({ pic: used })],
    ['upload_not_found', () => say({ text: 'And this', pic: papers })],
    ['invalid_request', () => say({ text: 'a\u0000b' })],
    ['invalid_request', () => say({ text: '\u0958'.repeat(501) })],
    ['deal_not_yours', () => cancel(sam)],
    ['deal_not_found', () => cancel(eve)],
    ['deal_not_found', () => confirm(eve)],
    ['deal_unpaid', () => confirm(sam)],
    ['deal_unpaid', () => dispute(ben)],
    ['deal_not_found', () => dispute(eve)],
    ['deal_not_found', () => together(eve)],
    ['deal_unfinished', () => rate(sam)],
  ])
  ok(await pay(ben, fresh))
  await refusedWith([
    ['deal_paid', () => pay(ben, fresh)],
    ['deal_paid', () => pay(ben, other)],
    ['deal_paid', () => cancel(ben)],
    ['deal_not_yours', () => confirm(ben)],
    ['deal_not_found', () => confirm(eve)],
    ['step_up_required', () => confirm(sam)],
    ['step_up_invalid', () => confirm(sam, proof)],
    ['text_markup', () => dispute(ben, 'See <a href="x">this</a>')],
    ['text_account_number', () => dispute(sam, 'It came to 6222 0200 1111 2222')],
    ['invalid_request', () => dispute(ben, 'x'.repeat(1001))],
  ])
  ok(await dispute(ben))

  // Neither pause nor drain, block or freeze reaches the escrow of a dispute.
  const escrow = [700n, 300n]
  ok(await server.call(pauseOffer, { id: offer, paused: true }, { as: sam, key: key() }))
  const drain = (change: string) =>
    server.call(stockOffer, { id: offer, change }, { as: sam, key: key() })
  expect(refusal(await drain('-200.00000001'))).toBe('offer_stock')
  expect(await legalOf(server, sam)).toEqual(escrow)
  ok(await drain('-200'))
  ok(await server.call(blockMember, { id, blocked: true }, { as: sam, key: key() }))
  const [ria, sue] = [await hire(server, 'Ria', ['risk']), await hire(server, 'Sue', ['support'])]
  const propose = (percent: number) => {
    const request = { id, buyer_percent: percent, reason: 'A half arrived' }
    return callOperator(server, proposeDealDecision, request, { as: ria })
  }
  await refusedWith([
    ['deal_paid', () => pay(ben, other)],
    ['deal_paid', () => cancel(ben)],
    ['invalid_request', () => propose(101)],
    ['invalid_request', () => propose(-1)],
    ['invalid_request', () => propose(50.5)],
  ])
  await logInElsewhere(server, sam)
  ok(await server.call(freezeAccount, {}, { as: sam, key: key() }))
  expect(await legalOf(server, sam)).toEqual([900n, 100n])
  await refusedWith([['account_frozen', () => confirm(sam)]])
  const { id: proposal } = ok(await propose(50))
  const decision = { id: proposal, decision: 'accept', reason: 'I see it so' } as const
  ok(await callOperator(server, decideProposal, decision, { as: sue }))
  expect((await look(server, ben, id)).state).toBe('split')
  await refusedWith([
    ['deal_ended', () => pay(ben, other)],
    ['deal_ended', () => cancel(ben)],
    ['deal_ended', () => together(ben)],
    ['deal_ended', () => dispute(ben)],
    ['deal_ended', () => say({ text: 'And now?' })],
    ['deal_not_disputed', () => propose(100)],
  ])
  expect([await legalOf(server, sam), await legalOf(server, ben)]).toEqual([
    [900n, 50n],
    [51n, 0n],
  ])
})

/** Offers, deals, messages, pictures and the P2P wallets, to the letter. */
async function everything({ db }: TestServer): Promise<string> {
  const members = await db.selectFrom('member').select('id').orderBy('id').execute()
  const seen = await Promise.all([
    db.selectFrom('offer').selectAll().orderBy('id').execute(),
    db.selectFrom('deal').selectAll().orderBy('id').execute(),
    db.selectFrom('deal_message').selectAll().orderBy('id').execute(),
    db.selectFrom('upload').select(['id', 'purpose', 'used_at']).orderBy('id').execute(),
    ...members.map(({ id }) => balanceOf(db, memberAccount(id, 'legal', currencies.USDT.id))),
  ])
  return JSON.stringify(seen, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
