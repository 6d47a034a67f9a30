import { readBankDetails, requestCredit } from '@btbc/contract/bank-deposit.ts'
import { placeBuy, placeSell, readOrderForm } from '@btbc/contract/exchange.ts'
import { readAuditLog } from '@btbc/contract/operator/audit.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import {
  listSettingHistory,
  listSettings,
  proposeSetting,
  withdrawSetting,
} from '@btbc/contract/operator/setting.ts'
import type { RequestJson } from '@btbc/contract/endpoint.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { listWithdrawals, quoteWithdrawal, readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { array, assert, asyncProperty, integer, record, uniqueArray } from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { readPlan, valueIn } from '#platform/followed-setting.ts'
import { settingAt, TextsOf } from '#platform/settings.ts'
import { tradingFees } from '#modules/exchange/fees.settings.ts'
import { give } from '#testing/funds.ts'
import { callOperator, hire, type TestOperator } from '#testing/operators.ts'
import { newKey, ok, refusal, type TestMember, type TestServer } from '#testing/server.ts'
import { out, OUTSIDE, start } from '#testing/withdrawals.ts'

const { BTC, USDT } = currencies
const reason = 'agreed at the meeting'

async function open() {
  const { server, ada } = await start()
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['admin'])
  return { server, ada, ...deskOf(server, olga, otto) }
}

function deskOf(server: TestServer, olga: TestOperator, otto: TestOperator) {
  type Asked = Omit<RequestJson<typeof proposeSetting>, 'reason'>
  const propose = (asked: Asked, as = olga) =>
    callOperator(server, proposeSetting, { ...asked, reason }, { as })
  const accept = (id: number, as = otto) =>
    callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as })
  return {
    olga,
    otto,
    propose,
    accept,
    agree: async (asked: Asked) => ok(await accept(ok(await propose(asked)).id)),
    withdraw: (id: number, as = olga) =>
      callOperator(server, withdrawSetting, { id, reason }, { as }),
    find: async (name: string) =>
      ok(await callOperator(server, listSettings, {}, { as: otto })).find(
        (each) => each.name === name,
      ),
    inHours: (hours: number) =>
      new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString(),
  }
}

const name = 'withdrawal.usdt'
const usual = { minimum: '1.5', fee: '1', fixed: '0', approval: '1000' }
const dearer = { ...usual, fee: '2' }

test('a reference price moves by a fifth at the most, and totals and limits follow it from its moment on', async () => {
  const { server, ada, propose, agree, find, inHours } = await open()
  const prices = { btc: '60000', eth: '3000', bnb: '600', btbc: '0.8' }
  const change = (value: object, hours = 1) => ({
    name: 'prices.reference',
    value: { ...prices, ...value },
    effective_at: inHours(hours),
  })
  for (const value of [{ btc: '72000.00000001' }, { btbc: '0.6' }, { eth: '0' }]) {
    expect(refusal(await propose(change(value)))).toBe('setting_bounds')
  }
  await give(server, ada.id, BTC.id, 2n)
  const terms = async () => ok(await server.call(readWithdrawalTerms, { type: '28' }, { as: ada }))
  const wallets = async () => ok(await server.call(listWallets, {}, { as: ada }))
  const total = async () => Number((await wallets()).total_usdt)
  const [before, worth] = [await terms(), await total()]
  await agree(change({ btc: '72000', btbc: '0.64' }))
  expect([await terms(), await total()]).toEqual([before, worth])
  // What is to come bounds nothing that would hold before it.
  const { fields = [] } = (await find('prices.reference')) ?? {}
  const bounds = { least: '48000', most: '72000', lowest: '30000', highest: '120000' }
  expect(fields.find(({ key }) => key === 'btc')).toMatchObject(bounds)
  server.clock.passBusiness({ hours: 1 })
  const after = await terms()
  expect(Number(after.min)).toBeCloseTo(Number(before.min) / 0.8, 6)
  expect(Number(after.day_left)).toBeCloseTo(Number(before.day_left) / 0.8, 4)
  const spot = (await wallets()).change_wallet.balance
  const btbc = Number(spot.find(({ currency }) => currency === 28)?.change_balance)
  // What a server remembers is read again every two seconds.
  await expect.poll(total, { timeout: 20_000 }).toBeCloseTo(worth + 24_000 - 0.16 * btbc, 6)
})

test('a fee that two agreed on for tomorrow holds from tomorrow; what was asked for or quoted keeps its own', async () => {
  const { server, ada, olga, otto, propose, accept, find, inHours } = await open()
  const tomorrow = inHours(24)
  const rate = async () =>
    ok(await server.call(readWithdrawalTerms, { type: '3' }, { as: ada })).rate
  const asked = { name, value: dearer, effective_at: tomorrow }
  const { id, summary } = ok(await propose(asked))
  expect(summary).toMatch(/^Withdrawals of USDT: Fee 1 % → 2 %; holds from 2026-03-02 12:00 UTC/)
  expect(refusal(await propose(asked, otto))).toBe('proposal_pending')
  expect(refusal(await accept(id, olga))).toBe('proposal_own')
  ok(await accept(id))
  expect(await find(name)).toMatchObject({
    value: usual,
    coming: [{ value: dearer, from: tomorrow }],
    fields: [
      { key: 'minimum' },
      { key: 'fee', label: 'Fee', unit: '%', least: '0', most: '5' },
      {},
      {},
    ],
  })
  expect(refusal(await propose({ ...asked, value: usual }))).toBe('setting_taken')

  const first = ok(await out(server, ada, { number: '100' }))
  expect([await rate(), first.fee]).toEqual(['1', '1.00000000'])
  server.clock.passBusiness({ hours: 24, minutes: -2 })
  const quoted = { currency: USDT.id, amount: '200', address: OUTSIDE }
  const { quote_id } = ok(await server.call(quoteWithdrawal, quoted, { as: ada }))
  server.clock.passBusiness({ minutes: 2 })
  expect(await rate()).toBe('2')
  expect(await out(server, ada, { number: '100', rate: '1' })).toMatchObject({
    code: 'fee_changed',
  })
  expect(ok(await out(server, ada, { number: '200', quote_id })).fee).toBe('2.00000000')
  expect(ok(await out(server, ada, { number: '50' })).fee).toBe('1.00000000')
  const { list } = ok(await server.call(listWithdrawals, {}, { as: ada }))
  expect(list.map(({ fee }) => fee)).toEqual(['1.00000000', '2.00000000', '1.00000000'])

  const page = async (before?: number) => {
    const asking = { name, limit: 1, ...(before ? { before } : {}) }
    return ok(await callOperator(server, listSettingHistory, asking, { as: otto }))
  }
  const newest = await page()
  expect(newest).toMatchObject({
    list: [
      {
        value: dearer,
        from: tomorrow,
        agreed: { proposed_by: { name: 'Olga' }, accepted_by: { name: 'Otto' }, reason },
        withdrawn: null,
      },
    ],
  })
  expect(await page(newest.next ?? 0)).toMatchObject({
    list: [{ value: usual, agreed: null, withdrawn: null }],
    next: null,
  })
  const log = ok(
    await callOperator(server, readAuditLog, { subject: `setting ${name}` }, { as: otto }),
  )
  expect(log.list.map(({ operator }) => operator.name)).toEqual(['Otto', 'Olga'])
})

test('a change that is to come is withdrawn by two before it begins, the last one first, and stays written', async () => {
  const { server, otto, olga, agree, accept, propose, withdraw, find, inHours } = await open()
  const [tomorrow, later] = [inHours(24), inHours(48)]
  await agree({ name, value: dearer, effective_at: tomorrow })
  await agree({ name, value: { ...usual, fee: '3' }, effective_at: later })
  const [first = 0, second = 0] = (await find(name))?.coming.map(({ id }) => id) ?? []
  const auditor = await hire(server, 'Ann', ['auditor'])
  expect(refusal(await withdraw(second, auditor))).toBe('operator_not_allowed')
  expect(refusal(await withdraw(999))).toBe('setting_not_coming')
  expect(refusal(await withdraw(first))).toBe('setting_built_on')
  const { id, summary } = ok(await withdraw(second))
  expect(summary).toBe(
    'Withdrawals of USDT: the change from 2026-03-03 12:00 UTC is withdrawn: Fee 3 % → 2 %',
  )
  expect(refusal(await withdraw(second, otto))).toBe('proposal_pending')
  expect(refusal(await accept(id, olga))).toBe('proposal_own')
  // What is proposed upon it meanwhile was seen against a value that will not be.
  const upon = ok(await propose({ name, value: usual, effective_at: inHours(49) }))
  ok(await accept(id))
  expect(refusal(await accept(upon.id))).toBe('setting_moved')
  expect(refusal(await withdraw(second))).toBe('setting_not_coming')
  expect(await find(name)).toMatchObject({ value: usual, coming: [{ id: first, value: dearer }] })
  const { list } = ok(await callOperator(server, listSettingHistory, { name }, { as: otto }))
  const people = { proposed_by: { name: 'Olga' }, accepted_by: { name: 'Otto' }, reason }
  expect(list).toMatchObject([
    { from: later, agreed: people, withdrawn: people },
    { value: usual, withdrawn: null },
  ])

  // Its moment is free again; and what begins within seconds, or has begun, is withdrawn no more.
  ok(
    await callOperator(
      server,
      decideProposal,
      { id: upon.id, decision: 'reject', reason },
      { as: otto },
    ),
  )
  await agree({ name, value: { ...usual, fee: '4' }, effective_at: later })
  const again = (await find(name))?.coming[1]?.id ?? 0
  server.clock.passBusiness({ hours: 48, seconds: -5 })
  expect(refusal(await withdraw(again))).toBe('setting_not_coming')
  server.clock.passBusiness({ seconds: 5 })
  expect(await find(name)).toMatchObject({ value: { fee: '4' }, coming: [] })
  expect(refusal(await withdraw(again))).toBe('setting_not_coming')
})

test('each way in which a setting may not be changed has a refusal of its own', async () => {
  const { server, propose, accept, agree, inHours } = await open()
  const code = async (asked: Parameters<typeof propose>[0]) => refusal(await propose(asked))
  expect(await code({ name: 'withdrawal.gold', value: usual })).toBe('setting_unknown')
  expect(await code({ name, value: dearer, effective_at: inHours(-1) })).toBe('setting_past')
  expect(await code({ name, value: usual })).toBe('setting_unchanged')
  expect(await code({ name, value: { ...usual, fee: '1.00' } })).toBe('setting_unchanged')
  for (const odd of [
    { fee: '1.234' },
    { fee: '' },
    { fee: '-1' },
    { fee: '1e3' },
    { bonus: '1' },
  ]) {
    expect(await code({ name, value: { ...usual, ...odd } })).toBe('invalid_request')
  }
  expect(await propose({ name, value: { ...usual, fee: '5.01' } })).toMatchObject({
    code: 'setting_bounds',
    message: 'Fee goes from 0 to 5.',
  })
  const fees = { maker: '0.1', taker: '0.1', volume2: '1000000', maker2: '0.09', taker2: '0.1' }
  const tiers = { ...fees, volume3: '10000000', maker3: '0.07', taker3: '0.09' }
  const odd = { name: 'fees.trading', value: { ...tiers, maker3: '0.1' } }
  expect(await propose(odd)).toMatchObject({ code: 'setting_odd' })
  const auditor = await hire(server, 'Ann', ['auditor'])
  expect(refusal(await propose({ name, value: dearer }, auditor))).toBe('operator_not_allowed')

  // Two ask at once for the same setting: one is proposed.
  const both = await Promise.all(
    ['2', '3'].map((fee) => propose({ name, value: { ...usual, fee } })),
  )
  expect(both.filter(({ type }) => type === 'ok')).toHaveLength(1)
  expect(both.filter(({ type }) => type !== 'ok').map(refusal)).toEqual(['proposal_pending'])
  const [won] = both.filter(({ type }) => type === 'ok')
  if (won) ok(await accept(ok(won).id))
  server.clock.passBusiness({ seconds: 10 })

  // What is to be accepted was shown against another value than holds by now.
  await agree({ name, value: { ...usual, fee: '4' }, effective_at: inHours(1) })
  const stale = ok(await propose({ name, value: usual }))
  server.clock.passBusiness({ hours: 1 })
  expect(refusal(await accept(stale.id))).toBe('setting_moved')
})

test('trading costs what it cost when an order was placed, and what it costs now for the next one', async () => {
  const { server, ada, agree, find, inHours } = await open()
  const bob = await server.join('bob@example.test')
  await give(server, bob.id, BTC.id, 1n)
  const order = (price: string) => ({ currency_id: BTC.id, price, num: '0.01', mode: 2 })
  ok(await server.call(placeBuy, order('50000'), { as: ada, key: newKey() }))
  const before = await find('fees.trading')
  const value = { ...before?.value, maker: '0.3', taker: '0.2' }
  await agree({ name: 'fees.trading', value, effective_at: inHours(24) })
  const taker = async (as: TestMember) =>
    ok(await server.call(readOrderForm, { currency_id: BTC.id }, { as })).taker_fee
  expect(await taker(bob)).toBe('0.00100000')
  server.clock.passBusiness({ hours: 24 })
  await expect.poll(() => taker(bob), { timeout: 30_000 }).toBe('0.00200000')
  // 500 USDT less two thousandths; 0.01 BTC less one thousandth, as when the buyer placed it.
  ok(await server.call(placeSell, order('50000'), { as: bob, key: newKey() }))
  const fillOf = async ({ id }: TestMember) =>
    (await server.app.exchange.fillsOf(id, { limit: 1 })).map(({ fee, isMaker }) => [fee, isMaker])
  expect(await fillOf(bob)).toEqual([[100_000_000n, false]])
  expect(await fillOf(ada)).toEqual([[1_000n, true]])
})

test('a rail that two have closed takes nothing and says so before, and a limit by tier is another one', async () => {
  const { server, ada, agree } = await open()
  const details = async () => ok(await server.call(readBankDetails, {}, { as: ada })).open
  const limits = async () =>
    ok(await server.call(readWithdrawalTerms, { type: '3' }, { as: ada })).day_left
  expect([await details(), await limits()]).toEqual([true, '10000.00000000'])
  await agree({ name: 'rail.bank', value: { state: 'closed', least: '5', most: '10000' } })
  await agree({ name: 'limits.verified', value: { day: '400', month: '100000' } })
  server.clock.passBusiness({ seconds: 10 })
  expect([await details(), await limits()]).toEqual([false, '400.00000000'])
  const voucher = { currency: 32, account: '6789', amount: '100', img: 'any' }
  expect(refusal(await server.call(requestCredit, voucher, { as: ada }))).toBe('rail_closed')
  expect(refusal(await out(server, ada, { number: '401' }))).toBe('withdrawal_day_limit')
})

test('what a setting is at any time is the last value that began by then', async () => {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  const origin = Date.parse('2026-01-01T00:00:00Z')
  const { name: setting } = tradingFees
  const { value: first } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirstOrThrow()
  const began: { after: number; maker: number }[] = []
  const changes = uniqueArray(
    record({ after: integer({ min: 0, max: 200 }), maker: integer({ min: 100, max: 199 }) }),
    { selector: ({ after }) => after, maxLength: 6 },
  )
  const times = array(integer({ min: -1, max: 201 }))
  await assert(
    asyncProperty(changes, times, async (made, asked) => {
      for (const { after, maker } of made) {
        if (began.some((each) => each.after === after)) continue
        const value = JSON.stringify({ ...TextsOf.parse(first), maker: `0.${maker}` })
        const change = { name: setting, effective_from: new Date(origin + after), value }
        await db.insertInto('setting').values(change).execute()
        began.push({ after, maker: maker * 10 })
      }
      const plan = await readPlan(db, tradingFees)
      for (const time of asked) {
        const by = began.filter(({ after }) => after <= time)
        const last = by.toSorted((a, b) => b.after - a.after)[0]
        const at = new Date(origin + time)
        const { maker } = await settingAt(db, tradingFees, at)
        expect(maker).toBe(last?.maker ?? 1_000)
        expect(valueIn(plan, at)?.maker).toBe(maker)
      }
    }),
    { numRuns: 8 },
  )
})
