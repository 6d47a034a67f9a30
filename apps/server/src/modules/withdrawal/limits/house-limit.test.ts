import { readBankWithdrawalTerms, requestBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import { cancelWithdrawal, readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { liftCurrencyStop, stopCurrency } from '#modules/stop/stop.ts'
import { startTestChain, type TestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { decideAsSeen, enter, hire } from '#testing/operators.ts'
import { settle } from '#testing/settings.ts'
import { ok, refusal, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { listOf, OTHER, out, OUTSIDE } from '#testing/withdrawals.ts'

/** Two who may send to an address that has waited its day. */
async function start(limits: { hour: string; day: string }, parts: { chain?: TestChain } = {}) {
  const server = await startTestServer({ rateLimits: false }, parts)
  const olivia = await hire(server, 'Olivia', ['finance'])
  const [ada, bob] = [await server.join('ada@example.test'), await server.join('bob@example.test')]
  const now = server.clock.now()
  for (const each of [ada, bob]) {
    const memberId = each.id
    await acceptIdentity(server, each)
    await give(server, memberId, currencies.USDT.id, 1000n)
    await server.db
      .insertInto('saved_address')
      .values({
        member_id: memberId,
        address: OUTSIDE,
        name: 'mine',
        added_at: now,
        usable_at: now,
      })
      .execute()
  }
  await settle(server, 'limits.house', limits)
  return { server, ada, bob, olivia }
}

test('what all members withdraw in an hour and a day has an end, which says when it opens and calls operators', async () => {
  const { server, ada, bob, olivia } = await start({ hour: '300', day: '450' })

  ok(await out(server, ada, { number: '140' }))
  expect(await calls(server)).toEqual([])
  server.clock.pass({ minutes: 10 })
  const { id } = ok(await out(server, bob, { number: '150' }))
  const told = (how: string, window: string) => ({
    recipient: olivia.mail,
    subject: `BTBC (TEST): ${how} of what may leave in one ${window} is asked for`,
  })
  const halves = [told('half', 'hour'), told('half', 'day')]
  expect(await calls(server)).toEqual(halves)

  // 140 of 290 leave the hour at 13:00; 150 at 13:10.
  const hour = { code: 'withdrawal_house_limit', details: { until: '2026-03-01T13:00:00.000Z' } }
  expect(await out(server, ada, { number: '20' })).toMatchObject(hour)
  const later = { ...hour, details: { until: '2026-03-01T13:10:00.000Z' } }
  expect(await out(server, ada, { number: '151' })).toMatchObject(later)
  expect(await calls(server)).toEqual([...halves, told('all', 'hour')])
  const infoOf = async (as: TestMember) =>
    ok(await server.call(readWithdrawalTerms, { type: '3' }, { as }))
  expect(await infoOf(ada)).toMatchObject({ max: '300.00000000', at_once: '10.00000000' })

  // What came back has not left, but had a place: whoever takes it back again and again comes to an end.
  ok(await server.call(cancelWithdrawal, { id }, { as: bob }))
  expect((await infoOf(bob)).day_left).toBe('9850.00000000')
  ok(await out(server, ada, { number: '160' }))
  server.clock.pass({ hours: 1 })
  const day = { code: 'withdrawal_house_limit', details: { until: '2026-03-02T12:00:00.000Z' } }
  expect(await out(server, bob, { number: '151' })).toMatchObject(day)
  server.clock.pass({ hours: 23 })
  ok(await out(server, bob, { number: '151' }))
})

test('what waits for its address or for people takes no room; let go together, it goes by turns', async () => {
  const chain = await startTestChain()
  const { server, ada, bob } = await start({ hour: '300', day: '3000' }, { chain })
  for (const number of ['200', '150', '150', '100']) {
    ok(await out(server, ada, { number, address: OTHER }))
  }
  const { id: bank } = ok(await askBank(server, ada, '100'))
  ok(await out(server, bob, { number: '300' }))
  await server.pass({ seconds: 0 })
  // So long as nothing may leave, whatever does not leave at once can be asked for.
  expect(ok(await server.call(readWithdrawalTerms, { type: '3' }, { as: bob }))).toMatchObject({
    max: '300.00000000',
    at_once: '0.00000000',
  })
  const alsoWaits = ok(await out(server, bob, { number: '300', address: OTHER }))
  ok(await server.call(cancelWithdrawal, { id: alsoWaits.id }, { as: bob }))

  await server.pass({ hours: 24 })
  const waits = async () => (await listOf(server, ada)).map(({ next }) => next.by).toReversed()
  const hour = (n: number) => `2026-03-02T${n}:00:00.000Z`
  expect(await waits()).toEqual([null, hour(13), hour(13), hour(14)])
  const late = { code: 'withdrawal_house_limit', details: { until: hour(14) } }
  expect(await out(server, bob, { number: '60' })).toMatchObject(late)

  // A bank is paid when there is room for it.
  const paid = { queue: 'bank_withdrawal', id: bank, decision: 'accept', reason: 'paid' } as const
  const omar = await hire(server, 'Omar', ['finance'])
  const second = await hire(server, 'Oona', ['finance'])
  ok(await decideAsSeen(server, paid, { as: omar }))
  expect(await decideAsSeen(server, paid, { as: second })).toMatchObject(late)

  // Whatever was missed while nobody looked is let go one hour after the other as well.
  server.clock.pass({ hours: 5 })
  await server.app.jobs.sweep()
  expect(await waits()).toEqual([null, null, null, hour(18)])
  await server.pass({ hours: 1 })
  ok(await decideAsSeen(server, paid, { as: { token: await enter(server, second) } }))
})

test('what a stop of its currency holds back keeps no place of others and uses up no day of its member', async () => {
  const chain = await startTestChain()
  const { server, ada, bob } = await start({ hour: '300', day: '450' }, { chain })
  const { BTC, USDT } = currencies
  await give(server, bob.id, BTC.id, 1n)
  const queued = ok(await out(server, ada, { number: '200' }))
  await server.pass({ seconds: 0 })
  ok(await out(server, ada, { number: '100' }))
  const coins = { currency: BTC.id, number: '0.004' }
  expect(refusal(await out(server, bob, coins))).toBe('withdrawal_house_limit')

  const now = server.clock.now()
  const { db } = server
  const stop = { currency: USDT.id, reason: 'test', now }
  await db.transaction().execute((tx) => stopCurrency(tx, stop))
  await server.pass({ seconds: 0 })
  ok(await out(server, bob, coins))
  ok(await server.call(cancelWithdrawal, { id: queued.id }, { as: ada }))
  const terms = ok(await server.call(readWithdrawalTerms, { type: '3' }, { as: ada }))
  expect(terms.day_left).toBe('9900.00000000')

  // When it goes again, it takes its turn behind who came meanwhile.
  await db
    .transaction()
    .execute((tx) => liftCurrencyStop(tx, { currency: USDT.id, stoppedAt: now }))
  await server.pass({ seconds: 10 })
  expect((await listOf(server, ada)).map(({ next }) => next.by)).toEqual([
    '2026-03-01T13:00:10.000Z',
    null,
  ])
})

test('what is more than may leave in an hour is told the most of one, and operators nothing', async () => {
  const { server, ada } = await start({ hour: '300', day: '3000' })
  for (const address of [OUTSIDE, OTHER]) {
    expect(await out(server, ada, { number: '301', address })).toMatchObject({
      code: 'withdrawal_maximum',
      details: { maximum: '300.00000000' },
    })
  }
  expect(refusal(await askBank(server, ada, '301'))).toBe('withdrawal_maximum')
  expect(await calls(server)).toEqual([])
  const terms = ok(await server.call(readWithdrawalTerms, { type: '3' }, { as: ada }))
  const ofBank = ok(await server.call(readBankWithdrawalTerms, {}, { as: ada }))
  expect([terms.max, ofBank.max]).toEqual(['300.00000000', '300.00000000'])
})

async function askBank(server: TestServer, as: TestMember, amount: string) {
  const asked = { amount, bank_code: 'TESTNATIONAL', bank_no: 'TEST-0001-2345' }
  const proof = await stepUp(server, as, 'bank_withdraw', asked)
  const request = { ...asked, real_name: 'Ada Test', proof }
  return await server.call(requestBankWithdrawal, request, { as })
}

async function calls(server: TestServer) {
  return await server.db
    .selectFrom('outbox')
    .select(['recipient', 'subject'])
    .where('subject', 'like', '%may leave%')
    .orderBy('id')
    .execute()
}
