import type { RequestJson } from '@btbc/contract/endpoint.ts'
import { buyFund, listFundOffers, listFunds } from '@btbc/contract/fund.ts'
import { listLocks, openLock } from '@btbc/contract/lock.ts'
import { listEarnTerms, proposeFundTerms, proposeLockTerms } from '@btbc/contract/operator/earn.ts'
import { proposeFunding } from '@btbc/contract/operator/pool.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { drain, give, inHouse } from '#testing/funds.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer } from '#testing/server.ts'

const { USDT } = currencies
const reason = 'the plan sells well'

async function open() {
  const server = await startTestServer({ rateLimits: false })
  await server.app.jobs.stop()
  const as = await server.join('alice@example.test')
  await give(server, as.id, USDT.id, 1000n)
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['admin'])
  const accept = async (id: number) =>
    ok(await callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as: otto }))
  const inHours = (hours: number) =>
    new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString()
  return { server, as, olga, otto, accept, inHours }
}

test('terms of locks and funds are changed by two, from a moment on, and what was bought keeps its own', async () => {
  const { server, as, olga, otto, accept, inHours } = await open()
  ok(await server.call(openLock, { price: '100' }, { as }))
  ok(await server.call(buyFund, { amount: '100', day: 7 }, { as }))
  const plan = async () => ok(await server.call(listLocks, {}, { as }))
  const later = { days: 20, day_bps: 200, min: '5', effective_at: inHours(24), reason }
  const lock = ok(await callOperator(server, proposeLockTerms, later, { as: olga }))
  const again = await callOperator(server, proposeLockTerms, later, { as: otto })
  expect(refusal(again)).toBe('proposal_pending')
  const own = { id: lock.id, decision: 'accept' as const, reason }
  expect(refusal(await callOperator(server, decideProposal, own, { as: olga }))).toBe(
    'proposal_own',
  )
  expect(lock.summary).toContain(
    'Lock plan: 30 days at 1 % a day, from 1 USDT → 20 days at 2 % a day, from 5 USDT; holds from',
  )
  expect(lock.summary).toMatch(/\. Each 100 USDT put in sets 40 USDT aside from pool:lock$/)
  await accept(lock.id)
  expect(await plan()).toMatchObject({ days: 30, incomde_rate: '1' })
  server.clock.passBusiness({ hours: 24 })
  expect(await plan()).toMatchObject({
    days: 20,
    incomde_rate: '2',
    min: '5.00000000',
    orders: [{ days: 30, plan_income: '30.00000000' }],
  })
  const shown = await server.call(
    openLock,
    { price: '100', plan_income: '30' },
    { as, key: newKey() },
  )
  expect(refusal(shown)).toBe('terms_changed')

  // A fund is closed at once, though its date has passed, and another is new and opens later.
  const terms = { type: 1, rate_bps: 100, min: '5', max: '500', start_at: inHours(0), reason }
  const proposeFund = async (request: RequestJson<typeof proposeFundTerms>) =>
    await callOperator(server, proposeFundTerms, request, { as: olga })
  const closing = { type: 1, day: 7, enable: 0, effective_at: inHours(-99), reason }
  expect(refusal(await proposeFund({ ...closing, ...terms }))).toBe('invalid_request')
  expect(refusal(await proposeFund({ ...closing, day: 8 }))).toBe('invalid_request')
  const closed = ok(await proposeFund(closing))
  expect(closed.summary).toContain(
    '1 % for the term, 5 to 5000 USDT, opens 2024-01-01 00:00 UTC → closed, all else as it is;',
  )
  await accept(closed.id)
  const buy = async (day: number) =>
    await server.call(buyFund, { amount: '50', day }, { as, key: newKey() })
  expect(refusal(await buy(7))).toBe('fund_closed')
  const fresh = { ...terms, day: 14, enable: 1, start_at: inHours(2), effective_at: inHours(0) }
  const added = ok(await proposeFund(fresh))
  const opens = fresh.start_at.slice(0, 16).replace('T', ' ')
  expect(added.summary).toContain(
    `Fund of 14 days, type 1: new → 1 % for the term, 5 to 500 USDT, opens ${opens} UTC; holds from`,
  )
  expect(added.summary).toMatch(/\. Each 100 USDT put in sets 1 USDT aside from pool:fund$/)
  await accept(added.id)
  expect(refusal(await buy(14))).toBe('fund_not_open')
  server.clock.passBusiness({ hours: 2 })
  ok(await buy(14))
  const offers = ok(await server.call(listFundOffers, {}, { as }))
  expect(offers.map(({ day, enable, max }) => [day, enable, max.replace(/\..*/, '')])).toEqual([
    [7, false, '5000'],
    [14, true, '500'],
    [30, true, '5000'],
    [90, true, '5000'],
  ])
  // What was closed is as it was, but for that.
  expect(offers[0]).toMatchObject({ rate: '1', start_at: '2024-01-01T00:00:00.000Z' })
  for (const odd of [{ min: '4.99' }, { max: '4' }, { start_at: '' }])
    expect(refusal(await proposeFund({ ...fresh, ...odd }))).toBe('invalid_request')
  server.clock.passBusiness({ days: 7 })
  await server.app.jobs.sweep()
  const { list } = ok(await server.call(listFunds, { status: 1 }, { as }))
  expect(list).toMatchObject([{ days: 7, payout: '101.00000000' }])
})

test('terms take the place of those that both have read of, or of none', async () => {
  const { server, olga, otto, accept, inHours } = await open()
  const plan = { days: 20, day_bps: 200, min: '5', reason }
  const lock = async (more: object) =>
    ok(
      await callOperator(
        server,
        proposeLockTerms,
        { ...plan, effective_at: inHours(0), ...more },
        { as: olga },
      ),
    )
  const coming = await lock({ effective_at: inHours(48) })
  await accept(coming.id)
  const stale = await lock({ days: 10 })
  expect(stale.summary).toContain('Lock plan: 30 days at 1 % a day')
  const fund = { type: 1, day: 7, rate_bps: 100, min: '5', max: '500', enable: 1, reason }
  const proposeFund = async (more: object) => {
    const terms = { ...fund, start_at: inHours(0), effective_at: inHours(0), ...more }
    return ok(await callOperator(server, proposeFundTerms, terms, { as: olga })).id
  }
  await accept(await proposeFund({ effective_at: inHours(48), rate_bps: 150 }))
  const late = await proposeFund({})
  const decide = (id: number, decision: 'accept' | 'reject') =>
    callOperator(server, decideProposal, { id, decision, reason }, { as: otto })
  server.clock.passBusiness({ hours: 60 })
  for (const id of [stale.id, late]) {
    expect(refusal(await decide(id, 'accept'))).toBe('setting_moved')
    ok(await decide(id, 'reject'))
  }
  const anew = await lock({ days: 10 })
  expect(anew.summary).toContain('Lock plan: 20 days at 2 % a day, from 5 USDT → 10 days')
  await accept(anew.id)
})

test('operators see for how many usual days a pool lasts, and are called once before it cannot cover one', async () => {
  const { server, as, olga, accept } = await open()
  ok(await server.call(openLock, { price: '700' }, { as }))
  const cover = async () => ok(await callOperator(server, listEarnTerms, {}, { as: olga })).cover
  // 210 were set aside, in seven days 30 a day.
  expect(await cover()).toMatchObject([
    { pool: 'lock', available: '299790.00000000', usual_day: '30.00000000', days: 9993 },
    { pool: 'fund', usual_day: '0.00000000', days: null },
  ])
  const look = async () => {
    server.clock.passBusiness({ minutes: 10 })
    await server.app.jobs.sweep()
  }
  const called = async () =>
    (await server.db.selectFrom('outbox').select('subject').execute()).filter(({ subject }) =>
      subject.includes('pool:lock'),
    ).length
  await look()
  expect(await called()).toBe(0)
  await drain(server, 'pool:lock', USDT.id, 30n * UNIT - 1n)
  await look()
  await look()
  const operators = 2
  expect(await called()).toBe(operators)
  // Filled and short once more, they are called once more.
  const more = { pool: 'lock', currency: USDT.id, from: 'treasury', amount: '100', reason } as const
  await accept(ok(await callOperator(server, proposeFunding, more, { as: olga })).id)
  await look()
  await drain(server, 'pool:lock', USDT.id, UNIT)
  await look()
  expect(await called()).toBe(2 * operators)
  expect(await inHouse(server, 'pool:lock', USDT.id)).toBe(UNIT)
})
