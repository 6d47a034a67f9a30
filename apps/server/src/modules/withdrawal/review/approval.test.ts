import { decideCase } from '@btbc/contract/operator/case.ts'
import { listProposals } from '@btbc/contract/operator/proposal.ts'
import {
  cancelWithdrawal,
  quoteWithdrawal,
  readWithdrawalTerms,
} from '@btbc/contract/withdrawal.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { callOperator, enter, hire, type TestOperator } from '#testing/operators.ts'
import { ok, refusal, type TestServer } from '#testing/server.ts'

import { liftCurrencyStop, stopCurrency } from '#modules/stop/stop.ts'
import { withdrawalSweeps } from '../withdrawal.jobs.ts'
import { decide, listOf, OTHER, out, OUTSIDE, spotOf, start } from '#testing/withdrawals.ts'

const { USDT } = currencies

test('from 1,000 USDT-worth on operators decide; a refusal gives everything back with its reason', async () => {
  const { server, ada } = await start(5000n)
  const large = ok(await out(server, ada, { number: '1000' }))
  expect(large).toMatchObject({ state: 'pending', next: { who: 'operator' } })
  const small = ok(await out(server, ada, { number: '999.99999999' }))
  expect(small.next.who).toBe('server')
  await decide(server, large.id, 'reject', 'Please call us first')
  expect(await listOf(server, ada, 3)).toMatchObject([
    {
      id: large.id,
      status: 3,
      state: 'rejected',
      remark: 'Please call us first',
      can_cancel: false,
    },
  ])
  expect(await spotOf(server, ada)).toEqual({
    available: 5000n * UNIT - 99_999_999_999n,
    held: 99_999_999_999n,
  })
  const second = ok(await out(server, ada, { number: '2000' }))
  await decide(server, second.id, 'accept', 'known')
  expect((await listOf(server, ada))[0]).toMatchObject({
    state: 'pending',
    next: { who: 'server' },
  })
  await expect(decide(server, second.id, 'reject', 'no')).rejects.toMatchObject({
    code: 'case_decided',
  })
  await server.pass({ hours: 24 })
  expect((await listOf(server, ada))[0]).toMatchObject({ id: second.id, state: 'approved' })
})

test('many small ones are a large one: within a day operators look at all that goes beyond', async () => {
  const { server, ada } = await start(5000n)
  const whoIsNext = async (number: string) =>
    ok(await out(server, ada, { number, address: OTHER })).next.who
  const isLarge = async (amount: string, address = OTHER) => {
    const asked = { currency: USDT.id, amount, address }
    return ok(await server.call(quoteWithdrawal, asked, { as: ada })).needs_approval
  }
  expect(await whoIsNext('600')).toBe('server')
  expect(await whoIsNext('399.99999999')).toBe('server')
  expect(await isLarge('2')).toBe(true)
  expect(await whoIsNext('2')).toBe('operator')
  expect(await isLarge('2', OUTSIDE)).toBe(true)
  await server.pass({ hours: 24 })
  expect(await isLarge('999')).toBe(false)
  expect(await whoIsNext('999')).toBe('server')
})

test('what nobody decided about in 72 hours comes back by itself', async () => {
  const { server, ada } = await start(2000n)
  const { id } = ok(await out(server, ada, { number: '1500' }))
  await server.pass({ hours: 71 })
  expect(await listOf(server, ada)).toMatchObject([{ state: 'pending' }])
  const olivia = await acceptFirst(server, id)
  await server.pass({ hours: 1 })
  expect(await listOf(server, ada)).toMatchObject([{ state: 'rejected' }])
  expect(await spotOf(server, ada)).toEqual({ available: 2000n * UNIT, held: 0n })
  const again = { ...olivia, token: await enter(server, olivia) }
  expect(await waitingFor(server, again)).toBe(0)
})

test('a hundred withdrawals on their way are enough', async () => {
  const { server, ada } = await start()
  await sql`insert into withdrawal (draw_no, member_id, currency, address, amount, fee, worth, state,
      created_at, release_at, next_check_at)
    select 'W' || n, ${ada.id}, ${USDT.id}, ${OUTSIDE}, 2, 1, 1, 'approved', now(), now(), null
    from generate_series(1, 100) n`.execute(server.db)
  expect(refusal(await out(server, ada))).toBe('too_many_withdrawals')
  await sql`delete from withdrawal where draw_no = 'W100'`.execute(server.db)
  ok(await out(server, ada))
  await sql`delete from withdrawal where amount = 2`.execute(server.db)
})

test('a member takes a withdrawal back until it is signed; nobody else does', async () => {
  const { server, ada } = await start(2000n)
  const { id } = ok(await out(server, ada))
  const bob = await server.join('bob@example.test')
  const foreign = await server.call(cancelWithdrawal, { id }, { as: bob })
  expect(refusal(foreign)).toBe('withdrawal_not_found')
  expect(ok(await server.call(cancelWithdrawal, { id }, { as: ada }))).toMatchObject({
    state: 'cancelled',
    status: 3,
    next: { who: 'nobody' },
  })
  expect(await spotOf(server, ada)).toEqual({ available: 2000n * UNIT, held: 0n })
  expect(refusal(await server.call(cancelWithdrawal, { id }, { as: ada }))).toBe('withdrawal_over')
  expect(await listOf(server, bob)).toEqual([])

  // One that an operator has accepted asks nobody for a second acceptance any more.
  const large = ok(await out(server, ada, { number: '1500' }))
  const olivia = await acceptFirst(server, large.id)
  ok(await server.call(cancelWithdrawal, { id: large.id }, { as: ada }))
  expect(await waitingFor(server, olivia)).toBe(0)
})

test('after a reset withdrawals wait a day; a frozen account and a stopped currency wait longer', async () => {
  const { server, ada } = await start()
  const set = async (values: { password_reset_at?: Date; frozen_at?: Date | null }) =>
    await server.db
      .updateTable('member')
      .set({
        ...values,
        ...(values.frozen_at === undefined
          ? {}
          : { frozen_network: values.frozen_at && '127.0.0.1' }),
      })
      .where('id', '=', ada.id)
      .execute()
  await set({ password_reset_at: server.clock.now() })
  expect(refusal(await out(server, ada))).toBe('withdrawals_held')
  const info = ok(await server.call(readWithdrawalTerms, { type: '3' }, { as: ada }))
  expect(info.blocked?.reason).toBe('held')
  await server.pass({ hours: 24 })
  ok(await out(server, ada))

  const now = server.clock.now()
  await server.db
    .transaction()
    .execute((tx) => stopCurrency(tx, { currency: USDT.id, reason: 'test', now }))
  expect(refusal(await out(server, ada))).toBe('withdrawals_stopped')
  await server.pass({ hours: 24 })
  expect(await listOf(server, ada)).toMatchObject([{ state: 'pending' }])
  // Stopped once more for another reason: whoever looked at the first lifts nothing.
  const later = server.clock.now()
  const again = { currency: USDT.id, reason: 'another', now: later }
  await server.db.transaction().execute((tx) => stopCurrency(tx, again))
  const resume = (stoppedAt: Date) =>
    server.db.transaction().execute((tx) => liftCurrencyStop(tx, { currency: USDT.id, stoppedAt }))
  await expect(resume(now)).rejects.toThrow('withdrawals_stopped_anew')
  await resume(later)
  await server.pass({ seconds: 10 })
  expect(await listOf(server, ada)).toMatchObject([{ state: 'approved' }])

  // All of a member's that may not leave are one look, and during a hold there is none before its end.
  ok(await out(server, ada, { number: '10' }))
  await server.pass({ hours: 24 })
  const release = withdrawalSweeps({ hasChain: false }).find(({ name }) => name.endsWith(' go'))
  const look = async () => {
    const at = { now: server.clock.now(), wallNow: server.clock.wallNow() }
    return await server.db.transaction().execute(async (tx) => await release?.run(tx, at))
  }
  await set({ frozen_at: server.clock.now() })
  server.clock.pass({ seconds: 10 })
  expect([await look(), await look()]).toEqual([1, 0])
  const resetAt = server.clock.now()
  await set({ frozen_at: null, password_reset_at: resetAt })
  server.clock.pass({ seconds: 10 })
  await look()
  const by = new Date(resetAt.getTime() + 24 * 60 * 60_000).toISOString()
  expect(await listOf(server, ada)).toMatchObject([{ next: { by } }, { next: { by } }])
})

/** One operator has accepted it, and a second is waited for. */
async function acceptFirst(server: TestServer, id: number): Promise<TestOperator> {
  const olivia = await hire(server, 'Olivia', ['risk'])
  const accept = { queue: 'coin_withdrawal', id, decision: 'accept', reason: 'known' } as const
  ok(await callOperator(server, decideCase, accept, { as: olivia }))
  expect(await waitingFor(server, olivia)).toBe(1)
  return olivia
}

async function waitingFor(server: TestServer, as: TestOperator): Promise<number> {
  return ok(await callOperator(server, listProposals, { state: 'pending' }, { as })).total
}
