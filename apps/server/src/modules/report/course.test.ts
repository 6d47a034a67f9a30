import { startRun } from '@btbc/contract/mining.ts'
import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import { listWaiting, readCourse } from '@btbc/contract/operator/report.ts'
import { works } from '@btbc/contract/operator/rights.ts'
import { proposeFunding } from '@btbc/contract/operator/pool.ts'
import { chainAll } from '@btbc/ledger/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { forgetSweep } from '#platform/retention.ts'
import { submitIdentity } from '#testing/identity.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'
import { OUTSIDE } from '#testing/withdrawals.ts'

import { countHours, HOURS_KEPT_MS } from './hours.ts'
import { reportModule } from './report.module.ts'
import { beforeAt, urgencyOf, type Waiting } from './waiting.ts'

const { USDT } = currencies
const HASH = `0x${'a'.repeat(64)}`

test('each hour of the house is counted once it is over, and what waits is listed by what comes first', async () => {
  const server = await startTestServer()
  const rita = await hire(server, 'Rita', ['finance'])
  const course = async (span: 'day' | 'month') =>
    ok(await callOperator(server, readCourse, { span }, { as: rita })).points
  const newest = async () => (await course('day')).at(-1)
  const ada = await server.join('ada@example.test')
  ok(await server.call(startRun, {}, { as: ada }))
  await submitIdentity(server, ada)
  await happenedOutside(server, ada.id)
  await chainAll(server.db)
  ok(await callOperator(server, takeSnapshotNow, {}, { as: rita }))
  expect(await course('day')).toEqual([])

  server.clock.passBusiness({ hours: 1, seconds: 119 })
  await countTurns(server)
  expect(await newest()).toMatchObject({ at: '2026-03-01T11:00:00.000Z', members: 0, runs: 0 })
  server.clock.passBusiness({ seconds: 1 })
  await countTurns(server)
  const first = await newest()
  expect(first).toEqual({
    at: '2026-03-01T12:00:00.000Z',
    members: 1,
    runs: 1,
    trades: 7,
    deposits: 1,
    withdrawals: 1,
    covered: expect.any(Number),
    waited: { minutes: 62, work: 'identity' },
  })
  expect(first?.covered).toBeGreaterThanOrEqual(10_000)
  await countTurns(server)
  expect(await newest()).toEqual(first)

  // What came late is in the hour after all once the next one is counted; how it stood then, stays.
  await server.join('bob@example.test')
  await sql`update member set joined_at = ${'2026-03-01T12:59:59Z'}
    where mail = 'bob@example.test'`.execute(server.db)
  server.clock.passBusiness({ hours: 1 })
  await countTurns(server)
  const [late, last] = (await course('day')).slice(-2)
  expect(late).toEqual({ ...first, members: 2 })
  expect(last).toMatchObject({ members: 0, runs: 0, waited: { minutes: 122, work: 'identity' } })
  const today = (await course('month')).at(-1)
  expect(today).toEqual({ ...first, ...late, at: '2026-03-01T00:00:00.000Z', waited: last?.waited })

  const pool = { pool: 'lock', currency: USDT.id, from: 'treasury', amount: '1' } as const
  ok(await callOperator(server, proposeFunding, { ...pool, reason: 'low' }, { as: rita }))
  const waiting = ok(await callOperator(server, listWaiting, {}, { as: rita }))
  expect(waiting.slice(0, 3)).toMatchObject([
    { work: 'proposal', waiting: 1, held: null, urgency: 'waits', decides: true },
    { work: 'identity', waiting: 1, held: null, urgency: 'waits', decides: false },
    { waiting: 0, oldest_at: null, due_at: null, urgency: 'none' },
  ])
  expect(waiting.map(({ work }) => work).toSorted()).toEqual(works.toSorted())

  // The clock jumps, and only what is kept is counted, a bounded stretch in each turn.
  server.clock.passBusiness({ days: 400 })
  expect(await countTurns(server)).toBe(21)
  const [kept] = reportModule.kept ?? []
  if (!kept) throw new Error('nothing is kept')
  const at = { now: server.clock.now(), wallNow: server.clock.wallNow() }
  await server.db.transaction().execute((tx) => forgetSweep(kept).run(tx, at))
  const { rows } = await sql<{ hours: bigint; first: Date; looked: bigint }>`
    select count(*) as hours, min(hour) as first, count(waited) as looked
    from house_hour`.execute(server.db)
  expect(rows).toEqual([{ hours: 959n, first: expect.any(Date), looked: 1n }])
  expect(rows[0]?.first.getTime()).toBeGreaterThan(at.now.getTime() - HOURS_KEPT_MS)
  expect((await course('day')).map(({ members }) => members)).toEqual(Array(24).fill(0))
  expect(await course('month')).toHaveLength(30)
})

/** Seven trades, a deposit and a withdrawal of this moment, as they stand in their tables. */
async function happenedOutside({ db, clock }: TestServer, memberId: number): Promise<void> {
  const now = clock.now()
  await sql`insert into market_candle
    select market_id, 60, date_trunc('hour', ${now}::timestamptz, 'UTC'), 1, 1, 1, 1, 1, 1, 0, 0, 7, 1
    from market_candle_through order by market_id limit 1`.execute(db)
  await sql`insert into deposit (member_id, currency, address, amount, on_chain, tx_hash, ordinal,
      block_number, block_hash, seen_at, state)
    values (${memberId}, ${USDT.id}, ${OUTSIDE}, 1, 1, ${HASH}, 0, 1, ${HASH}, ${now}, 'seen')`.execute(
    db,
  )
  await sql`update deposit set state = 'final', final_at = ${now}`.execute(db)
  await sql`update deposit set state = 'credited', credited_at = ${now}`.execute(db)
  await sql`insert into withdrawal (member_id, currency, address, amount, fee, worth, draw_no, state,
      created_at, release_at, ended_at)
    values (${memberId}, ${USDT.id}, ${OUTSIDE}, 2, 1, 2, 'n', 'done', ${now}, ${now}, ${now})
    `.execute(db)
}

async function countTurns({ db, app: { queues }, clock }: TestServer): Promise<number> {
  for (let turns = 1; ; turns += 1) {
    if (await countHours(db, { queues, now: clock.now() })) return turns
  }
}

test('what is late comes first, then money of members, then the oldest', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
  const one = (work: Waiting['work'], since: number, due: number | undefined): Waiting => ({
    work,
    waiting: 1,
    oldestAt: hours(-since),
    dueAt: due === undefined ? undefined : hours(due),
    held: undefined,
  })
  const inOrder: readonly Waiting[] = [
    one('coin_withdrawal', 1, -1),
    one('feedback', 30, 0),
    one('identity', 23, 1),
    one('dispute', 5, 5),
    one('bank_deposit', 2, 9),
    one('proposal', 70, 20),
    one('seller', 40, 20),
    one('campaign_claim', 3, undefined),
    { ...one('bank_withdrawal', 0, undefined), waiting: 0, oldestAt: undefined },
  ]
  const sorted = inOrder.toReversed().toSorted((a, b) => beforeAt(a, b, now))
  expect(sorted.map(({ work }) => work)).toEqual(inOrder.map(({ work }) => work))
  expect(inOrder.map((each) => urgencyOf(each, now))).toEqual([
    'late',
    'late',
    'soon',
    ...Array(5).fill('waits'),
    'none',
  ])
})
