import { requestConfirmationCode } from '@btbc/contract/security.ts'
import {
  cancelWithdrawal,
  listWithdrawals,
  quoteWithdrawal,
  readWithdrawalTerms,
  requestWithdrawal,
  requestWithdrawalBySymbol,
} from '@btbc/contract/withdrawal.ts'
import { listBankWithdrawals } from '@btbc/contract/bank-withdrawal.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { auditHolds } from '#set-aside.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity, submitIdentity } from '#testing/identity.ts'
import { newKey, ok, refusal, startTestServer } from '#testing/server.ts'
import { settle } from '#testing/settings.ts'
import { stepUp } from '#testing/step-up.ts'

import { listOf, OTHER, out, OUTSIDE, prove, spotOf, start } from '#testing/withdrawals.ts'

const { BTC, USDT, BNB, BTBC } = currencies

test('what a withdrawal costs is said before: minimum, rate, limits and what is asked for', async () => {
  const { server, ada } = await start()
  const info = ok(await server.call(readWithdrawalTerms, { type: 'USDT' }, { as: ada }))
  expect(info).toEqual({
    currency: 3,
    currency_name: 'USDT',
    min: '1.50000000',
    max: '10000.00000000',
    at_once: '10000.00000000',
    rate: '1',
    fixed_fee: '0.00000000',
    available: '1000.00000000',
    day_left: '10000.00000000',
    month_left: '100000.00000000',
    outside: true,
    welcome_stays: null,
    blocked: null,
    step_up: ['code'],
  })
  const byId = ok(await server.call(readWithdrawalTerms, { type: '28' }, { as: ada }))
  expect(byId).toMatchObject({ currency_name: 'BTBC', min: '1.87500000', max: '12500.00000000' })
  const mins = await Promise.all(
    ['BTC', 'bnb'].map(async (type) =>
      ok(await server.call(readWithdrawalTerms, { type }, { as: ada })),
    ),
  )
  expect(mins.map(({ min }) => min)).toEqual(['0.00002500', '0.00250000'])
  for (const type of ['32', 'LAUNCH', '999', 'DOGE']) {
    expect(refusal(await server.call(readWithdrawalTerms, { type }, { as: ada }))).toBe(
      'currency_not_found',
    )
  }
})

test('a withdrawal is held whole, waits a day for its new address, and takes what was quoted', async () => {
  const { server, ada } = await start()
  const quote = ok(
    await server.call(
      quoteWithdrawal,
      { currency: 3, amount: '100', address: OUTSIDE },
      { as: ada },
    ),
  )
  expect(quote).toMatchObject({
    amount: '100.00000000',
    fee: '1.00000000',
    net: '99.00000000',
    internal: false,
    needs_approval: false,
    waits_until: new Date(server.clock.now().getTime() + 24 * 3600e3).toISOString(),
  })
  const taken = ok(await out(server, ada, { quote_id: quote.quote_id }))
  expect(taken).toMatchObject({
    status: 1,
    state: 'pending',
    amount: '100.00000000',
    fee: '1.00000000',
    net: '99.00000000',
    next: { who: 'server', by: quote.waits_until },
  })
  expect(await spotOf(server, ada)).toEqual({ available: 900n * UNIT, held: 100n * UNIT })
  expect(await listOf(server, ada)).toMatchObject([
    {
      id: taken.id,
      draw_no: taken.draw_no,
      order_no: taken.draw_no,
      status: 1,
      state: 'pending',
      address: OUTSIDE,
      number: '100.00000000',
      can_cancel: true,
      remark: '',
    },
  ])

  await server.pass({ hours: 23, minutes: 59 })
  expect(await listOf(server, ada)).toMatchObject([{ state: 'pending' }])
  await server.pass({ minutes: 1 })
  expect(await listOf(server, ada)).toMatchObject([{ state: 'approved', can_cancel: true }])
  expect(await spotOf(server, ada)).toEqual({ available: 900n * UNIT, held: 100n * UNIT })
})

test('a withdrawal that ended and kept its hold is found by the audit', async () => {
  const { server, ada } = await start()
  const { id } = ok(await out(server, ada))
  expect(await auditHolds(server.db)).toEqual([])
  const now = server.clock.now()
  const become = async (state: 'pending' | 'cancelled') =>
    await server.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx
        .updateTable('withdrawal')
        .set(
          state === 'pending'
            ? { state, ended_at: null, next_check_at: now }
            : { state, ended_at: now, next_check_at: null },
        )
        .where('id', '=', id)
        .execute()
    })
  await become('cancelled')
  expect(await auditHolds(server.db)).toMatchObject([{ about: { member: ada.id } }])
  await become('pending')
})

test('while the house stands still the day does not pass: what waited can still be stopped by its owner', async () => {
  const { server, ada } = await start()
  const { id } = ok(await out(server, ada))
  await server.pass({ hours: 1 })
  server.clock.pass({ hours: 48 })
  await server.app.jobs.sweep()
  expect(await listOf(server, ada)).toMatchObject([
    { state: 'pending', can_cancel: true, next: { by: '2026-03-04T12:00:00.000Z' } },
  ])
  await server.pass({ hours: 22, minutes: 59 })
  ok(await server.call(cancelWithdrawal, { id }, { as: ada }))
  ok(await out(server, ada, { number: '10' }))
  await server.pass({ hours: 24 })
  expect((await listOf(server, ada))[0]).toMatchObject({ state: 'approved' })
})

const badForms = [
  ['amount_required', { number: '' }],
  ['withdrawal_minimum', { number: '0' }],
  ['withdrawal_minimum', { number: '1.49999999' }],
  ['insufficient_balance', { number: '1000.00000001' }],
  ['invalid_request', { number: '-1' }],
  ['invalid_request', { number: '1e3' }],
  ['invalid_request', { number: '1.123456789' }],
  ['currency_not_found', { currency: 32 }],
  ['currency_not_found', { currency: 1001 }],
  ['fee_changed', { rate: '0' }],
  ['fee_changed', { rate: '0.5' }],
  ['fee_changed', { rate: 1e30 }],
  ['fee_changed', { rate: '-1' }],
  ['quote_expired', { quote_id: 'nonsense' }],
] as const

test('every wrong field is refused by name before a proof is asked for, and nothing moves', async () => {
  const { server, ada } = await start()
  for (const [code, wrong] of badForms) {
    const request = { currency: 3, address: OUTSIDE, number: '100', ...wrong }
    const answer = await server.call(requestWithdrawal, request, { as: ada })
    expect(refusal(answer), JSON.stringify(wrong)).toBe(code)
  }
  expect(await spotOf(server, ada)).toEqual({ available: 1000n * UNIT, held: 0n })
})

test('the rate an old client sends must be ours in any spelling, and is never used', async () => {
  const { server, ada } = await start()
  expect(ok(await out(server, ada, { rate: '1' }))).toMatchObject({ fee: '1.00000000' })
  expect(ok(await out(server, ada, { rate: '1.00', number: '10' }))).toMatchObject({
    fee: '0.10000000',
  })
})

test('a fee is rounded against the member by less than a unit', async () => {
  const { server, ada } = await start()
  expect(ok(await out(server, ada, { number: '1.50000001' }))).toMatchObject({
    fee: '0.01500001',
    net: '1.48500000',
  })
})

test('a quote holds for its amount, address and member, for five minutes, once', async () => {
  const { server, ada } = await start()
  const quote = async (address?: string) =>
    ok(
      await server.call(
        quoteWithdrawal,
        { currency: 3, amount: '100', ...(address ? { address } : {}) },
        { as: ada },
      ),
    ).quote_id
  const one = await quote(OUTSIDE)
  expect(refusal(await out(server, ada, { quote_id: one, number: '99' }))).toBe('fee_changed')
  expect(refusal(await out(server, ada, { quote_id: one, address: OTHER }))).toBe('fee_changed')
  ok(await out(server, ada, { quote_id: one }))
  expect(refusal(await out(server, ada, { quote_id: one }))).toBe('quote_expired')

  const bob = await server.join('bob@example.test')
  await acceptIdentity(server, bob)
  await give(server, bob.id, USDT.id, 1000n)
  const open = await quote()
  expect(refusal(await out(server, bob, { quote_id: open }))).toBe('quote_expired')

  const early = await quote(OUTSIDE)
  await settle(server, 'withdrawal.usdt', { fee: '2' })
  expect(ok(await out(server, ada, { quote_id: early }))).toMatchObject({ fee: '1.00000000' })
  const changed = await out(server, ada, { rate: '1' })
  expect(changed).toMatchObject({ code: 'fee_changed', message: 'Fee changed, please confirm' })

  const old = await quote()
  await server.pass({ minutes: 5 })
  expect(refusal(await out(server, ada, { quote_id: old }))).toBe('quote_expired')
})

test('without a proof, with another’s, for another payload or twice: nothing leaves', async () => {
  const { server, ada } = await start()
  const request = { currency: 3, address: OUTSIDE, number: '100' }
  const send = async (proof: string | undefined, asked = request) =>
    await server.call(
      requestWithdrawal,
      { ...asked, ...(proof ? { proof } : {}) },
      { as: ada, key: newKey() },
    )
  expect(refusal(await send(undefined))).toBe('step_up_required')
  expect(refusal(await send('made-up'))).toBe('step_up_invalid')
  const proof = await prove(server, ada)
  expect(refusal(await send(proof, { ...request, address: OTHER }))).toBe('step_up_invalid')
  expect(refusal(await send(proof, { ...request, number: '101' }))).toBe('step_up_invalid')
  ok(await send(proof, { ...request, number: '100.00' }))
  expect(refusal(await send(proof))).toBe('step_up_invalid')
  expect(await spotOf(server, ada)).toEqual({ available: 900n * UNIT, held: 100n * UNIT })
})

test('the code of check_mobile is good for one withdrawal of an old client', async () => {
  const { server, ada } = await start()
  ok(await server.call(requestConfirmationCode, {}, { as: ada, method: 'GET' }))
  const code = await server.lastCode(ada.mail)
  const query = { address: OUTSIDE, type: '3' }
  const send = async (typed: string, amount = '10') =>
    await server.call(
      requestWithdrawalBySymbol,
      { ...query, amount, code: typed },
      { as: ada, method: 'GET' },
    )
  expect(refusal(await send(code === '000000' ? '000001' : '000000'))).toBe('code_wrong')
  expect(ok(await send(code))).toMatchObject({
    fee: '0.10000000',
    draw_no: expect.stringMatching(/^W/),
  })
  expect(refusal(await send(code, '11'))).toBe('code_wrong')
})

test('an unverified member cannot withdraw outside, nor can one in review', async () => {
  const server = await startTestServer({ rateLimits: false })
  const bob = await server.join('bob@example.test')
  await give(server, bob.id, USDT.id, 100n)
  expect(refusal(await out(server, bob, { number: '10' }))).toBe('identity_required')
  await submitIdentity(server, bob)
  const pending = await out(server, bob, { number: '10' })
  expect(pending).toMatchObject({ message: 'Real name verification in progress, please wait' })
})

test('limits count a rolling day and month in USDT, and what came back does not count', async () => {
  const { server, ada } = await start(20_000n)
  await give(server, ada.id, BTC.id, 1n)
  const day = await out(server, ada, { number: '10000.00000001' })
  expect(day).toMatchObject({ code: 'withdrawal_day_limit', details: { left: '10000.00000000' } })
  ok(await out(server, ada, { currency: BTC.id, number: '0.1' }))
  const { id } = ok(await out(server, ada, { number: '4000' }))
  expect(refusal(await out(server, ada, { number: '2' }))).toBe('withdrawal_day_limit')
  ok(await server.call(cancelWithdrawal, { id }, { as: ada }))
  ok(await out(server, ada, { number: '3000' }))
  await server.pass({ hours: 24 })
  ok(await out(server, ada, { number: '5000' }))
  await settle(server, 'limits.verified', { day: '14000', month: '14000' })
  await server.pass({ hours: 24 })
  const month = await out(server, ada, { number: '5000' })
  expect(month).toMatchObject({ code: 'withdrawal_month_limit', details: { left: '0.00000000' } })
})

test('coins of every kind are withdrawn from Spot in their own currency', async () => {
  const { server, ada } = await start()
  await give(server, ada.id, BNB.id, 3n)
  for (const [currency, number] of [
    [BNB.id, '1'],
    [BTBC.id, '50'],
  ] as const) {
    const proof = await stepUp(server, ada, 'withdraw', {
      type: `${currency}`,
      address: OTHER,
      amount: number,
    })
    const query = { type: `${currency}`, address: OTHER, amount: number, proof }
    ok(await server.call(requestWithdrawalBySymbol, query, { as: ada, method: 'GET' }))
    expect((await spotOf(server, ada, currency)).held).toBe(BigInt(number) * UNIT)
  }
})

test('every list and call of a member is their own', async () => {
  const { server, ada } = await start()
  ok(await out(server, ada))
  const bob = await server.join('bob@example.test')
  for (const list of [listWithdrawals, listBankWithdrawals]) {
    expect(ok(await server.call(list, {}, { as: bob }))).toMatchObject({ list: [], total: 0 })
  }
})

test('an old client that sends a withdrawal again within ten seconds means the same one', async () => {
  const { server, ada } = await start()
  const number = '100'
  const send = async (proof: string) =>
    await server.call(
      requestWithdrawal,
      { currency: 3, address: OUTSIDE, number, proof },
      { as: ada },
    )
  const proof = await prove(server, ada)
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(proof)))
  const [first] = answers.map((answer) => ok(answer))
  for (const answer of answers) expect(ok(answer)).toEqual(first)
  await server.pass({ seconds: 9 })
  expect(ok(await send(proof))).toEqual(first)
  await server.pass({ seconds: 1 })
  expect(refusal(await send(proof))).toBe('step_up_invalid')
  // Nor is it the same to a clock that was set back since.
  server.clock.moveWall(-60 * 60_000)
  expect(refusal(await send(proof))).toBe('step_up_invalid')
  expect(await spotOf(server, ada)).toEqual({ available: 900n * UNIT, held: 100n * UNIT })
})
