import { readAuditCheck, readAuditLog, verifyAuditLog } from '@btbc/contract/operator/audit.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeResumingWithdrawals, readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { readWithdrawalTerms, requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import type { Db } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { forgeBalance } from '@btbc/ledger/testing.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { type RootOperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'

import { audits } from '#audits.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { give } from '#testing/funds.ts'
import { ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'

import { bookWatch, stopsTold } from './book-watch.ts'
import { wholeAudit } from './whole-audit.ts'

const { BNB, BTC, USDT } = currencies
const OUTSIDE = '0x00000000000000000000000000000000000000aa'

async function start() {
  const server = await startTestServer()
  const { clock, app } = server
  const { exchange } = app
  const fin = await hire(server, 'Fin', ['finance'])
  const rita = await hire(server, 'Rita', ['risk'])
  // Whoever writes texts reads nothing of members, and is not told of them.
  await hire(server, 'Cora', ['content'])
  const ann = await server.join('ann@example.test')
  const bob = await server.join('bob@example.test')
  for (const { id } of [ann, bob]) {
    await give(server, id, BNB.id, 10n)
    await give(server, id, BTC.id, 10n)
  }
  const chores = [bookWatch({ clock, exchange }), stopsTold(exchange)]
  return {
    ...server,
    exchange,
    ann,
    bob,
    spot: ({ id }: TestMember) => memberAccount(id, 'change', BNB.id),
    place: async ({ id }: TestMember, marketId: number) => {
      const order = { memberId: id, marketId, side: 'sell', type: 'limit' } as const
      const answer = await exchange.place({ ...order, price: 900n * UNIT, quantity: UNIT })
      return answer.outcome === 'refused' ? answer.refusal.code : answer.outcome
    },
    withdraw: async (member: TestMember) => {
      const asked = { currency: BNB.id, number: '1', address: OUTSIDE }
      return refusal(await server.call(requestWithdrawal, asked, { as: member }))
    },
    blocked: async (member: TestMember) => {
      return ok(await server.call(readWithdrawalTerms, { type: '18' }, { as: member })).blocked
    },
    aMinuteLater: async () => {
      clock.moveWall(61_000)
      for (const { run } of chores)
        await run(server.db, clock.wallNow(), new AbortController().signal)
    },
    calls: async () => {
      const mails = server.db.selectFrom('outbox').select('subject')
      return await mails.where('subject', 'like', '%trading%').execute()
    },
    logOf: async ({ id }: TestMember) => {
      const asked = { member_id: id }
      const { list } = ok(await callOperator(server, readAuditLog, asked, { as: fin }))
      return list.map(({ action, subject }) => `${action}: ${subject}`)
    },
    checks: {
      read: async () => ok(await callOperator(server, readAuditCheck, {}, { as: fin })),
      anew: async () => ok(await callOperator(server, verifyAuditLog, {}, { as: fin })),
    },
    overview: async () => ok(await callOperator(server, readOverview, {}, { as: fin })),
    resume: async (stopped: { currency: number } | { member_id: number }) => {
      const asked = { ...stopped, reason: 'found who did it' }
      const { id, summary } = ok(
        await callOperator(server, proposeResumingWithdrawals, asked, { as: fin }),
      )
      const alone = { id, decision: 'accept', reason: 'I looked' } as const
      expect(refusal(await callOperator(server, decideProposal, alone, { as: fin }))).toBe(
        'proposal_own',
      )
      ok(await callOperator(server, decideProposal, alone, { as: rita }))
      return summary
    },
  }
}

test('books that cannot be true stop what they say it of, until two operators have looked', async () => {
  const { db, exchange, ann, bob, spot, ...house } = await start()
  const { place, aMinuteLater, calls, overview } = house
  await aMinuteLater()
  expect(await place(ann, BNB.id)).toBe('accepted')
  expect((await overview()).stops).toEqual([])

  // A sum that is not zero is of everybody who has some of it, and of no other currency.
  await forgeBalance(db, spot(ann), { available: 5n, held: 0n })
  await aMinuteLater()
  await aMinuteLater()
  expect((await overview()).stops).toMatchObject([
    {
      currency: BNB.id,
      member_id: null,
      matching: true,
      reason: expect.stringMatching(/sums to 5/),
    },
  ])
  expect(await calls()).toHaveLength(2)
  expect(await place(bob, BNB.id)).toBe('trading_stopped')
  expect(await house.withdraw(bob)).toBe('withdrawals_stopped')
  expect(await place(bob, BTC.id)).toBe('accepted')
  const [open] = exchange.openOrders(ann.id, BNB.id)
  const ended = await exchange.cancel({ memberId: ann.id, id: open?.id ?? 0n })
  expect(ended.outcome).not.toBe('refused')
  await forgeBalance(db, spot(ann), { available: -5n, held: 0n })
  // What acceptance does is said whole: it is traded again, too.
  expect(await house.resume({ currency: BNB.id })).toMatch(
    /^Let withdrawals and trading of BNB go again/,
  )
  await aMinuteLater()
  expect(await place(ann, BNB.id)).toBe('accepted')

  // A hold that belongs to nothing is of its member: all others go on.
  await forgeBalance(db, spot(ann), { available: -5n, held: 5n })
  await aMinuteLater()
  await aMinuteLater()
  expect((await overview()).stops).toMatchObject([
    { currency: null, member_id: ann.id, reason: expect.stringMatching(/its holds/) },
  ])
  expect(await calls()).toHaveLength(4)
  expect(exchange.openOrders(ann.id)).toEqual([])
  expect(await place(ann, BTC.id)).toBe('account_checked')
  expect(await house.withdraw(ann)).toBe('account_checked')
  expect(await house.blocked(ann)).toEqual({ reason: 'checked', until: null })
  expect(await place(bob, BNB.id)).toBe('accepted')
  expect(await house.blocked(bob)).toBeNull()
  await forgeBalance(db, spot(ann), { available: 5n, held: -5n })
  await house.resume({ member_id: ann.id })
  expect(await house.logOf(ann)).toEqual([
    `proposal.decide: withdrawals of member ${ann.id}`,
    `withdrawals.resume: withdrawals of member ${ann.id}`,
  ])
  await aMinuteLater()
  expect((await overview()).stops).toEqual([])
  expect(await place(ann, BNB.id)).toBe('accepted')

  // Where more members are stopped than are shown, it says how many.
  await sql`with made as (
      insert into member (account_number, country, password_hash, extension_code, joined_at)
      select (900000000 + n)::text, 'GB', '-', 'many' || n, now() from generate_series(1, 21) n returning id)
    insert into member_stop (member_id, reason, at) select id, 'a test', now() from made`.execute(
    db,
  )
  const { stops, more_members: more } = await overview()
  expect([stops.length, more]).toEqual([20, 1])
})

test('each hour the whole audit is done beside the work, and what is new in it stops what it is about', async () => {
  const { db, clock, ann, bob, spot, overview, aMinuteLater, ...house } = await start()
  // A rule that reads nothing else says when all of them were read.
  const seen: string[] = []
  const planted: { rule: string; detail: string }[] = []
  const find = async (of: Db) => {
    seen.push(of === db ? 'read' : '')
    return await Promise.resolve(planted)
  }
  let isOut = false
  const fail = async () => {
    if (isOut) throw new Error('canceling statement due to statement timeout')
    return await Promise.resolve([])
  }
  const own = [
    { of: 'what was planted', find, concerns: [USDT.id] },
    { of: 'what fails', find: fail, concerns: [BTC.id] },
  ]
  const parts = { clock, audits: [...audits, ...own], hasChain: false }
  const hourly = wholeAudit(parts)
  // The operators stay at their desks: the last audit is made older instead.
  const anHourLater = async () => {
    const old = sql<Date>`began_at - interval '61 minutes'`
    await db.updateTable('book_audit').set({ began_at: old, ended_at: null }).execute()
    for (; !(await hasEnded(db)); clock.moveWall(1000)) {
      const run = hourly.run(db, clock.wallNow(), new AbortController().signal)
      await run.catch(() => clock.moveWall(60_000))
    }
  }
  await anHourLater()
  expect(await overview()).toMatchObject({ stops: [], alerts: [] })
  // Who looks at the log reads what the audit found of it; all of it is read where somebody asks for that.
  const checkedAt = (await house.checks.read()).checked_at
  expect(checkedAt).not.toBeNull()
  const written = async (reason: string) => {
    const guard = async (state: 'disable' | 'enable') =>
      await sql`alter table operator_audit ${sql.raw(state)} trigger user`.execute(db)
    await guard('disable')
    await db.updateTable('operator_audit').set({ reason }).where('position', '=', 1n).execute()
    await guard('enable')
  }
  await written('another')
  const changed = ['row 1 was changed after it was written']
  expect(await house.checks.read()).toMatchObject({ findings: [], checked_at: checkedAt })
  expect(await house.checks.anew()).toMatchObject({ findings: changed })
  await written('')
  expect(await house.checks.anew()).toMatchObject({ findings: [] })
  await db
    .updateTable('book_audit')
    .set({ findings: [`log of operators: ${changed[0]}`] })
    .execute()
  const found = {
    findings: [`log of operators: ${changed[0]}`],
    rows: expect.any(Number) as number,
  }
  expect(await house.checks.read()).toMatchObject(found)
  await db.updateTable('book_audit').set({ findings: [] }).execute()
  // Nothing is due again, here or at another server.
  await wholeAudit(parts).run(db, clock.wallNow(), new AbortController().signal)
  expect(seen).toEqual(['read'])

  // What one lost the other has: every sum is right, and only the entries tell.
  await forgeBalance(db, spot(ann), { available: 5n, held: 0n })
  await forgeBalance(db, spot(bob), { available: -5n, held: 0n })
  await aMinuteLater()
  expect((await overview()).stops).toEqual([])
  planted.push({ rule: 'planted', detail: 'of a module' })
  // Figures of sellers that are no sum of deals: they are shown, and no money is wrong by them.
  await sql`insert into deal_tally values (1, '2026-02-28', 0, 1), (1, '2026-03-01', 0, 1)`.execute(
    db,
  )
  // What cannot be looked at keeps nothing else from being found, and stops nothing.
  isOut = true
  await anHourLater()
  isOut = false
  const { stops, alerts } = await overview()
  expect(stops).toMatchObject([
    { currency: USDT.id, reason: 'The books do not hold: of a module (planted)' },
    { member_id: ann.id, reason: expect.stringMatching(/its moves sum to/) },
    { member_id: bob.id },
  ])
  const texts = alerts.map(({ text }) => text)
  expect(texts).toContain('planted: of a module')
  expect(texts).toContainEqual(expect.stringMatching(/^figures are counted.*: seller 1, /))
  expect(texts).toContainEqual(expect.stringMatching(/^what could not be looked at.*: what fails$/))
  expect(await house.withdraw(bob)).toBe('account_checked')

  // What was looked at stays on the page and stops nothing more; what is mended goes.
  await db.deleteFrom('deal_tally').execute()
  await forgeBalance(db, spot(ann), { available: -5n, held: 0n })
  await forgeBalance(db, spot(bob), { available: 5n, held: 0n })
  await house.resume({ currency: USDT.id })
  await house.resume({ member_id: ann.id })
  await house.resume({ member_id: bob.id })
  await anHourLater()
  expect(await overview()).toMatchObject({ stops: [], alerts: [{ kind: 'audit' }] })
  const old = sql<Date>`ended_at - interval '13 hours'`
  await db.updateTable('book_audit').set({ ended_at: old }).execute()
  expect((await overview()).alerts.map(({ kind }) => kind)).toContain('standstill')

  // A clock that is set back puts the next one off by nothing.
  clock.moveWall(-6 * 60 * 60_000)
  await wholeAudit(parts).run(db, clock.wallNow(), new AbortController().signal)
  const { began_at: beganAt } = await db
    .selectFrom('book_audit')
    .select('began_at')
    .executeTakeFirstOrThrow()
  expect(beganAt).toEqual(clock.wallNow())
})

test('each audit takes the time that it needs', async () => {
  const { db } = await startTestServer()
  for (const { of, find } of audits) {
    const asked: string[] = []
    const transformQuery = ({ node }: { node: RootOperationNode }) => {
      if (node.kind === 'RawNode') asked.push(node.sqlFragments.join(''))
      return node
    }
    await find(db.withPlugin({ transformQuery, transformResult: async ({ result }) => result }))
    expect([of, asked.some((text) => text.includes('statement_timeout'))]).toEqual([of, true])
  }
})

async function hasEnded(db: Db): Promise<boolean> {
  const row = await db.selectFrom('book_audit').select('ended_at').executeTakeFirstOrThrow()
  return row.ended_at !== null
}
