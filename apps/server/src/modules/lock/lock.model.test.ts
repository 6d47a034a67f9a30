import { exitLock, openLock } from '@btbc/contract/lock.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { give, inHouse } from '#testing/funds.ts'
import { newKey, ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { DAY_MS } from '#platform/durations.ts'

/**
 * Any order of locks, early ends and waiting against the plainest account of the same: a table of
 * locks with the days each has behind it.
 */

const { USDT } = currencies
const DAYS = 30
const POOL = 300_000n * UNIT

type Row = { id: number; member: number; amount: bigint; startMs: number; endedAfter?: number }
type Step =
  | { do: 'lock'; member: number; cents: number }
  | { do: 'exit'; which: number }
  | { do: 'wait'; ms: number }

const member = fc.nat({ max: 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('lock' as const),
    member,
    cents: fc.integer({ min: 1, max: 90_000 }),
  }),
  fc.record({ do: fc.constant('exit' as const), which: fc.nat({ max: 5 }) }),
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.oneof(fc.integer({ min: 1, max: 2 * DAY_MS }), fc.constant(400 * DAY_MS)),
  }),
)

const RUNS = process.env['BTBC_CAMPAIGN'] === '1' ? 40 : 3

test(
  'any order of locks, early ends and waiting gives what a plain table of it gives',
  async () => {
    const steps = fc.array(step, { minLength: 10, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const server = await startTestServer()
        const members = [await server.join('a@example.test'), await server.join('b@example.test')]
        for (const { id } of members) await give(server, id, USDT.id, 1000n)
        const table: Row[] = []
        for (const each of all) {
          await act(server, members, table, each)
          await compare(server, members, table)
        }
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * 100_000,
)

async function act(server: TestServer, members: TestMember[], table: Row[], each: Step) {
  const now = server.clock.now().getTime()
  if (each.do === 'wait') {
    server.clock.passBusiness({ seconds: each.ms / 1000 })
    return await server.app.jobs.sweep()
  }
  if (each.do === 'lock') {
    const amount = BigInt(each.cents) * (UNIT / 100n) + 7n
    const as = members[each.member]
    if (!as) return
    const price = `${amount / UNIT}.${String(amount % UNIT).padStart(8, '0')}`
    const answer = await server.call(openLock, { price }, { as, key: newKey() })
    const refused = amount < UNIT ? 'lock_minimum' : spotOf(table, each.member) < amount
    const expected = refused === true ? 'insufficient_balance' : refused || undefined
    expect(answer.type === 'ok' ? undefined : answer.code).toBe(expected)
    if (answer.type === 'ok')
      table.push({ id: answer.message.id, member: each.member, amount, startMs: now })
    return
  }
  const row = table[each.which]
  const as = members[row?.member ?? 0]
  if (!row || !as) return
  const answer = await server.call(exitLock, { id: row.id }, { as, key: newKey() })
  const isOver = row.endedAfter !== undefined || daysOf(row, now) === DAYS
  const expected = isOver ? 'lock_ended' : daysOf(row, now) < 1 ? 'lock_too_early' : undefined
  expect(answer.type === 'ok' ? undefined : answer.code).toBe(expected)
  if (answer.type === 'ok') row.endedAfter = daysOf(row, now)
}

function daysOf({ startMs, endedAfter }: Row, now: number): number {
  return endedAfter ?? Math.min(Math.floor((now - startMs) / DAY_MS), DAYS)
}

function isRunning(row: Row, now: number): boolean {
  return row.endedAfter === undefined && daysOf(row, now) < DAYS
}

function sum(rows: readonly Row[], amount: (row: Row) => bigint): bigint {
  return rows.reduce((total, row) => total + amount(row), 0n)
}

function spotOf(table: Row[], index: number): bigint {
  return 1000n * UNIT - sum(table, (row) => (row.member === index ? row.amount : 0n))
}

async function compare(server: TestServer, members: TestMember[], table: Row[]) {
  const now = server.clock.now().getTime()
  const paid = (row: Row) => (row.amount / 100n) * BigInt(daysOf(row, now))
  const running = table.filter((row) => isRunning(row, now))
  const unpaid = sum(running, (row) => (row.amount / 100n) * BigInt(DAYS) - paid(row))
  expect(await inHouse(server, 'reserve:lock', USDT.id)).toBe(unpaid)
  expect(await inHouse(server, 'pool:lock', USDT.id)).toBe(POOL - unpaid - sum(table, paid))
  for (const [index, { id }] of members.entries()) {
    const own = table.filter((row) => row.member === index)
    const isOpen = (row: Row) => isRunning(row, now)
    const held = sum(own.filter(isOpen), (row) => row.amount)
    const spot = await balanceOf(server.db, memberAccount(id, 'change', USDT.id))
    const earn = await balanceOf(server.db, memberAccount(id, 'lever', USDT.id))
    expect(spot).toEqual({ available: spotOf(table, index), held })
    const back = sum(
      own.filter((row) => !isOpen(row)),
      (row) => row.amount,
    )
    expect(earn.available).toBe(back + sum(own, paid))
  }
  const { currencies: books } = ok(await server.call(readSolvency))
  expect(books.find((each) => each.currency === USDT.id)?.agrees).toBe(true)
}
