import type { RequestJson } from '@btbc/contract/endpoint.ts'
import { setLanguage } from '@btbc/contract/account.ts'
import { logIn } from '@btbc/contract/session.ts'
import {
  cancelBankWithdrawal,
  listBankWithdrawals,
  listPayableBanks,
  readBankWithdrawalTerms,
  requestBankWithdrawal,
} from '@btbc/contract/bank-withdrawal.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import { listCases, readCase } from '@btbc/contract/operator/case.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { bankStanding } from '#modules/rail/rail.standing.ts'
import { inHouse } from '#testing/funds.ts'
import { callOperator, decideAsSeen, hire } from '#testing/operators.ts'
import { ok, refusal, type TestMember, type TestServer } from '#testing/server.ts'
import { settle } from '#testing/settings.ts'
import { stepUp } from '#testing/step-up.ts'

import { liftCurrencyStop, stopCurrency } from '#modules/stop/stop.ts'
import { spotOf, start } from '#testing/withdrawals.ts'

const { USDT, BANK } = currencies

type Form = RequestJson<typeof requestBankWithdrawal>

const FORM: Form = {
  amount: '100',
  bank_code: 'TESTNATIONAL',
  bank_no: 'TEST-0001-2345',
  real_name: 'Ada Test',
}

async function toBank(server: TestServer, as: TestMember, asked: Form = {}) {
  const form = { ...FORM, ...asked }
  const { amount = '', bank_code = '', bank_no = '' } = form
  const proof = await stepUp(server, as, 'bank_withdraw', { amount, bank_code, bank_no })
  return await server.call(requestBankWithdrawal, { ...form, proof }, { as })
}

async function listOf(server: TestServer, as: TestMember, status = -1) {
  return ok(await server.call(listBankWithdrawals, { status }, { as })).list
}

test('the banks of a platform are named as what they are', async () => {
  const { server, ada } = await start()
  const banks = ok(await server.call(listPayableBanks, {}, { as: ada }))
  expect(banks[0]).toEqual({ name: 'TEST National Bank', key: 'TESTNATIONAL' })
  for (const pay_platform of ['anyonecard', 'any-one-card']) {
    const any = ok(await server.call(listPayableBanks, { pay_platform }, { as: ada }))
    expect(any[0]).toEqual({ name: 'Any one card (TEST)', key: 'TESTANYCARD' })
  }
  expect(ok(await server.call(listPayableBanks, { pay_platform: 'nowhere' }, { as: ada }))).toEqual(
    [],
  )
})

test('18 % is shown before, held with the rest, and paid to the house when two operators say it is paid', async () => {
  const { server, ada } = await start()
  const info = ok(await server.call(readBankWithdrawalTerms, { amount: '100' }, { as: ada }))
  expect(info).toMatchObject({
    min: '3.50000000',
    rate: '18',
    fee: '18.00000000',
    net: '82.00000000',
    available: '1000.00000000',
  })
  const taken = ok(await toBank(server, ada, { net: '82' }))
  expect(taken).toMatchObject({
    status: 0,
    state: 'pending',
    fee: '18.00000000',
    net: '82.00000000',
    next: { who: 'operator' },
  })
  expect(await spotOf(server, ada)).toEqual({ available: 900n * UNIT, held: 100n * UNIT })
  expect(await listOf(server, ada, 0)).toMatchObject([
    { order_no: taken.order_no, bank: 'TEST National Bank · …2345', can_cancel: true },
  ])
  const treasury = await inHouse(server, 'pool:treasury', USDT.id)

  const olivia = await hire(server, 'Olivia', ['finance'])
  const decision = {
    queue: 'bank_withdrawal',
    id: taken.id,
    decision: 'accept',
    reason: 'paid',
  } as const
  expect(ok(await decideAsSeen(server, decision, { as: olivia }))).toEqual({
    outcome: 'proposed',
  })
  const omar = await hire(server, 'Omar', ['finance'])
  expect(ok(await decideAsSeen(server, decision, { as: omar }))).toEqual({
    outcome: 'accepted',
  })
  expect(await spotOf(server, ada)).toEqual({ available: 900n * UNIT, held: 0n })
  expect(await inHouse(server, 'pool:treasury', USDT.id)).toBe(treasury + 82n * UNIT)
  expect(await inHouse(server, 'fees', USDT.id)).toBe(18n * UNIT)
  // What left through the bank is what its mirror says, and what operators have signed.
  expect(await inHouse(server, 'rail:bank', BANK.id)).toBe(82n * UNIT)
  expect(await bankStanding(server.db)).toMatchObject({
    ledger: -82n * UNIT,
    outside: -82n * UNIT,
    agrees: true,
  })
  expect(await listOf(server, ada, 1)).toMatchObject([
    { state: 'done', status: 1, can_cancel: false },
  ])
  expect(refusal(await server.call(cancelBankWithdrawal, { id: taken.id }, { as: ada }))).toBe(
    'withdrawal_over',
  )
})

test('operators read the name of the bank, amounts as everywhere else, and what the member reads', async () => {
  const { server, ada } = await start()
  ok(await server.call(setLanguage, { lang: 'kr' }, { as: ada }))
  const { id } = ok(await toBank(server, ada, { amount: '100.5' }))
  const olivia = await hire(server, 'Olivia', ['finance'])
  const asked = { queue: 'bank_withdrawal', id } as const
  const found = ok(await callOperator(server, readCase, asked, { as: olivia }))
  expect(found.title).toBe('100.5 USDT to TEST National Bank')
  expect(found.facts).toMatchObject([
    { label: 'Number' },
    { label: 'Amount', value: '100.50 USDT' },
    { label: 'Fee', value: '18.09 USDT' },
    { label: 'To pay out', value: '82.41 bank units (test)' },
    { label: 'Bank', value: 'TEST National Bank' },
    { label: 'Test account', value: 'TEST-0001-2345' },
    { label: 'Holder', value: 'Ada Test' },
    // Whoever rejects it writes to the member.
    { label: 'Reads', value: 'Korean' },
  ])
  expect(found.after_accept).toContain(': 82.41 USDT go to the treasury, the fee of 18.09 USDT')
  const { list } = ok(await callOperator(server, listCases, { queue: asked.queue }, { as: olivia }))
  expect(list.map(({ title }) => title)).toEqual([found.title])
})

test('a bank is paid in its units, at the rate at which they are bought and the member asked', async () => {
  const { server, ada } = await start(1250n)
  await settle(server, 'rail.rates', { bank: '1.25' })
  const info = ok(await server.call(readBankWithdrawalTerms, { amount: '1250' }, { as: ada }))
  expect(info).toMatchObject({
    net: '1025.00000000',
    units: '820.00000000',
    bank_rate: '1.25000000',
  })
  expect(refusal(await toBank(server, ada, { amount: '1250', units: '1025' }))).toBe(
    'terms_changed',
  )
  const taken = ok(await toBank(server, ada, { amount: '1250', net: '1025', units: '820' }))
  expect(taken).toMatchObject({ net: '1025.00000000', units: '820.00000000' })
  await server.pass({ seconds: 1 })
  await settle(server, 'rail.rates', { bank: '1.2' })

  const paid = {
    queue: 'bank_withdrawal',
    id: taken.id,
    decision: 'accept',
    reason: 'paid',
  } as const
  for (const name of ['Olivia', 'Omar']) {
    ok(await decideAsSeen(server, paid, { as: await hire(server, name, ['finance']) }))
  }
  expect(await inHouse(server, 'rail:bank', BANK.id)).toBe(820n * UNIT)
  expect(await bankStanding(server.db)).toMatchObject({ outside: -820n * UNIT, agrees: true })
  expect(await listOf(server, ada)).toMatchObject([{ units: '820.00000000' }])
})

test('a small bank withdrawal takes two operators; a refusal gives all of it back', async () => {
  const { server, ada } = await start(3000n)
  const { id } = ok(await toBank(server, ada, { amount: '10' }))
  const olivia = await hire(server, 'Olivia', ['finance'])
  const omar = await hire(server, 'Omar', ['finance'])
  const accept = { queue: 'bank_withdrawal', id, decision: 'accept', reason: 'paid' } as const
  const first = ok(await decideAsSeen(server, accept, { as: olivia }))
  expect(first).toEqual({ outcome: 'proposed' })
  expect((await spotOf(server, ada)).held).toBe(10n * UNIT)
  const second = ok(await decideAsSeen(server, accept, { as: omar }))
  expect(second).toEqual({ outcome: 'accepted' })

  const other = ok(await toBank(server, ada, { amount: '1500' }))
  const reject = { ...accept, id: other.id, decision: 'reject', reason: 'wrong name' } as const
  ok(await decideAsSeen(server, reject, { as: omar }))
  expect(await spotOf(server, ada)).toEqual({ available: 2990n * UNIT, held: 0n })
  expect(await listOf(server, ada, 2)).toMatchObject([
    { id: other.id, state: 'rejected', status: 2, remark: 'wrong name' },
  ])
})

const wrongForms: readonly (readonly [code: string, text: string, wrong: Form])[] = [
  ['bank_minimum', 'Amount is below the minimum: min 3.5USD', { amount: '3.49999999' }],
  ['amount_required', 'Please enter the amount', { amount: '' }],
  ['bank_required', 'Please select a bank at least', { bank_code: '' }],
  ['bank_required', 'Please select a bank at least', { bank_code: 'BARCLAYS' }],
  ['bank_required', 'Please select a bank at least', { pay_platform: 'nowhere' }],
  ['bank_no_required', 'Please enter the bank card number', { bank_no: '' }],
  ['bank_no_space', 'Bank card number cannot have blank space', { bank_no: 'TEST 0001' }],
  ['bank_holder_required', 'Please enter the bank account name', { real_name: '' }],
  ['bank_branch_required', 'Please enter branch name', { pay_platform: 'anyonecard' }],
  [
    'bank_area_required',
    'Please enter beneficiary bank area',
    { pay_platform: 'any-one-card', bank_name_subname: 'Harbour' },
  ],
]

test('each missing field has its own text, and nothing is held', async () => {
  const { server, ada } = await start()
  for (const [code, text, wrong] of wrongForms) {
    const answer = await server.call(requestBankWithdrawal, { ...FORM, ...wrong }, { as: ada })
    expect(answer, JSON.stringify(wrong)).toMatchObject({ code, message: text })
  }
  for (const [code, wrong] of [
    ['bank_no_invalid', { bank_no: '123' }],
    ['bank_no_invalid', { bank_no: '🪙🪙🪙🪙' }],
    ['insufficient_balance', { amount: '1000.00000001' }],
    ['fee_changed', { net: '83' }],
    ['step_up_required', {}],
    ['invalid_request', { amount: '-5' }],
  ] as const) {
    const answer = await server.call(requestBankWithdrawal, { ...FORM, ...wrong }, { as: ada })
    expect(refusal(answer), JSON.stringify(wrong)).toBe(code)
  }
  expect(await spotOf(server, ada)).toEqual({ available: 1000n * UNIT, held: 0n })
})

test('any one card is paid with its branch and area', async () => {
  const { server, ada } = await start()
  ok(
    await toBank(server, ada, {
      pay_platform: 'anyonecard',
      bank_code: 'TESTANYCARD',
      bank_name_subname: 'Harbour branch',
      bank_area: 'Test County',
    }),
  )
  expect(await listOf(server, ada)).toMatchObject([{ bank: 'Any one card (TEST) · …2345' }])
})

test('a member takes a bank withdrawal back until it is paid, and has five that wait; the identity must be accepted', async () => {
  const { server, ada } = await start()
  const { id } = ok(await toBank(server, ada))
  for (let open = 1; open < 5; open += 1) ok(await toBank(server, ada, { amount: '10' }))
  const sixth = await toBank(server, ada, { amount: '10' })
  expect(sixth).toMatchObject({ code: 'too_many_withdrawals', details: { limit: 5 } })
  expect(await spotOf(server, ada)).toEqual({ available: 860n * UNIT, held: 140n * UNIT })
  const bob = await server.join('bob@example.test')
  expect(refusal(await server.call(cancelBankWithdrawal, { id }, { as: bob }))).toBe(
    'withdrawal_not_found',
  )
  const olivia = await hire(server, 'Olivia', ['finance'])
  const accept = { queue: 'bank_withdrawal', id, decision: 'accept', reason: 'looked' } as const
  ok(await decideAsSeen(server, accept, { as: olivia }))
  ok(await server.call(cancelBankWithdrawal, { id }, { as: ada }))
  const proposals = server.db.selectFrom('operator_proposal').select('state')
  expect(await proposals.execute()).toEqual([{ state: 'expired' }])
  expect(await spotOf(server, ada)).toEqual({ available: 960n * UNIT, held: 40n * UNIT })
  await server.db.deleteFrom('identity').execute()
  expect(refusal(await toBank(server, ada))).toBe('identity_required')
})

test('what nobody decided about for 72 hours comes back by itself, with the reason', async () => {
  const { server, ada } = await start()
  const { id, next } = ok(await toBank(server, ada))
  expect(next).toMatchObject({ who: 'operator' })
  await server.pass({ hours: 71 })
  expect((await spotOf(server, ada)).held).toBe(100n * UNIT)
  const omar = await hire(server, 'Omar', ['finance'])
  const first = { queue: 'bank_withdrawal', id, decision: 'accept', reason: 'soon' } as const
  ok(await decideAsSeen(server, first, { as: omar }))
  await server.pass({ hours: 1 })
  expect(await spotOf(server, ada)).toEqual({ available: 1000n * UNIT, held: 0n })
  const proposals = server.db.selectFrom('operator_proposal').select('state')
  expect(await proposals.execute()).toEqual([{ state: 'expired' }])
  const olivia = await hire(server, 'Olivia', ['finance'])
  const accept = { queue: 'bank_withdrawal', id, decision: 'accept', reason: 'late' } as const
  expect(refusal(await decideAsSeen(server, accept, { as: olivia }))).toBe('case_decided')
  const again = { user_string: ada.mail, password: ada.password, type: 1 as const }
  const as = { token: ok(await server.call(logIn, again)) }
  expect(ok(await server.call(listBankWithdrawals, { status: 2 }, { as })).list).toMatchObject([
    { id, state: 'rejected', remark: 'Nobody decided about it in time, so it came back.' },
  ])
  const inSpanish = await server.call(listBankWithdrawals, { status: 2 }, { as, language: 'spa' })
  expect(ok(inSpanish).list[0]?.remark).toBe('Nadie lo decidió a tiempo, así que volvió.')
})

test('nothing is paid out of a frozen account or in a stopped currency; a refusal still gives it back', async () => {
  const { server, ada } = await start()
  const { id } = ok(await toBank(server, ada))
  const olivia = await hire(server, 'Olivia', ['finance'])
  const omar = await hire(server, 'Omar', ['finance'])
  const decide = (decision: 'accept' | 'reject', as = olivia) => {
    const request = { queue: 'bank_withdrawal', id, decision, reason: 'looked' } as const
    return decideAsSeen(server, request, { as })
  }
  expect(ok(await decide('accept', omar)).outcome).toBe('proposed')
  const stop = { currency: BANK.id, reason: 'the rail differs', now: server.clock.now() }
  await server.db.transaction().execute((tx) => stopCurrency(tx, stop))
  expect(refusal(await decide('accept'))).toBe('withdrawals_stopped')
  await server.db
    .transaction()
    .execute((tx) => liftCurrencyStop(tx, { ...stop, stoppedAt: stop.now }))
  ok(await server.call(freezeAccount, {}, { as: ada }))
  const frozen = await decide('accept')
  expect(refusal(frozen)).toBe('member_frozen')
  expect(frozen.message).not.toContain('under Security')
  expect((await spotOf(server, ada)).held).toBe(100n * UNIT)
  ok(await decide('reject'))
  expect(await spotOf(server, ada)).toEqual({ available: 1000n * UNIT, held: 0n })
})
