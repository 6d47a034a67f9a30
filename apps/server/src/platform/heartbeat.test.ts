import { openDatabase } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { startTestServer, type TestServer } from '#testing/server.ts'

import { DAY_MS } from './durations.ts'
import { openHeartbeat, refuseFarAhead } from './heartbeat.ts'

/** Another server of the house, that says by how much it moves what stands still. */
function startBeating(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  move: (ms: number) => unknown,
  told: number[] = [],
) {
  const standsStill = [async (_: unknown, { ms }: { ms: number }) => void (await move(ms))]
  const heartbeat = openHeartbeat({
    db,
    clock,
    standsStill,
    name: 'test',
    tell: ({ ms }) => told.push(ms),
  })
  onTestFinished(() => heartbeat.stop())
  return heartbeat
}

test('a start long after the house was last at work is refused until somebody names the day; a jump of business time is not long', async () => {
  const { app, clock, db } = await startTestServer()
  clock.passBusiness({ days: 400 })
  await refuseFarAhead(db, clock, undefined)
  await app.jobs.sweep()
  clock.pass({ days: 30 })
  await refuseFarAhead(db, clock, undefined)
  clock.pass({ days: 1 })
  await expect(refuseFarAhead(db, clock, undefined)).rejects.toThrow('BTBC_TODAY=2026-04-01')
  await expect(refuseFarAhead(db, clock, '2026-03-31')).rejects.toThrow('31 days after')
  await refuseFarAhead(db, clock, '2026-04-01')
})

test('whatever a wall was set ahead under a running server has stood still when a start follows it', async () => {
  const { clock, db } = await startTestServer()
  const moved: number[] = []
  clock.moveWall(2 * DAY_MS)
  // Two days that this server has not followed, since its machine knows nothing of them.
  const held = { heldMs: () => 2 * DAY_MS, now: () => new Date(clock.now().getTime() - 2 * DAY_MS) }
  await startBeating({ db, clock: { ...clock, ...held } }, (ms) => moved.push(ms)).beat()
  expect(moved).toEqual([])
  await startBeating({ db, clock }, (ms) => moved.push(ms)).beat()
  expect(moved).toEqual([2 * DAY_MS])
})

test('what moving takes is not moved again, by the server that moved nor by one that waited for it', async () => {
  const server = await startTestServer()
  const moved: (readonly [string, number])[] = []
  const waits = startBeating(server, (ms) => moved.push(['waits', ms]))
  let waiting: Promise<void> | undefined
  const moves = startBeating(server, async (ms) => {
    moved.push(['moves', ms])
    if (waiting) return
    waiting = waits.beat()
    await expect.poll(() => countWaiting(server)).toBe(1)
    server.clock.pass({ seconds: 6 })
  })
  server.clock.pass({ minutes: 1 })
  await moves.beat()
  await waiting
  await moves.beat()
  expect(moved).toEqual([['moves', 60_000]])
})

test('a server that is stopped in the middle of its beat keeps the others from theirs for seconds only', async () => {
  const server = await startTestServer()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  onTestFinished(() => release())
  server.clock.pass({ minutes: 1 })
  const { promise: inTheMidst, resolve: begin } = Promise.withResolvers<void>()
  const stopped = startBeating(server, () => {
    begin()
    return released
  })
  const failed = expect(stopped.beat()).rejects.toThrow()
  await inTheMidst
  const moved: number[] = []
  const told: number[] = []
  const other = startBeating(server, (ms) => moved.push(ms), told)
  const startedAt = performance.now()
  await other.beat()
  expect(performance.now() - startedAt).toBeLessThan(15_000)
  expect([moved, told]).toEqual([[60_000], [60_000]])
  release()
  await failed
})

test('a house whose connections are all taken, while others wait for one, is at work', async () => {
  const { clock, databaseUrl } = await startTestServer()
  const db = openDatabase(databaseUrl, { connectionsMax: 1 })
  onTestFinished(() => db.destroy())
  const moved: number[] = []
  const heartbeat = startBeating({ db, clock }, (ms) => moved.push(ms))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const taken = db.connection().execute(() => released)
  onTestFinished(() => release())
  for (let beats = 0; beats < 4; beats += 1) {
    clock.pass({ seconds: 4 })
    await heartbeat.beat()
  }
  release()
  await taken
  expect(moved).toEqual([])
  clock.pass({ seconds: 6 })
  await heartbeat.beat()
  expect(moved).toEqual([6000])
})

/** How many of this database wait for a row that another holds. */
async function countWaiting({ db }: TestServer): Promise<number> {
  const waiting = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return waiting.rows.length
}
