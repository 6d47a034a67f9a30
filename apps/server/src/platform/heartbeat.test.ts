import { expect, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

import { DAY_MS } from './durations.ts'
import { openHeartbeat, refuseFarAhead } from './heartbeat.ts'

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
  const standsStill = [async (_: unknown, { ms }: { ms: number }) => void moved.push(ms)]
  clock.moveWall(2 * DAY_MS)
  // Two days that this server has not followed, since its machine knows nothing of them.
  const held = { heldMs: () => 2 * DAY_MS, now: () => new Date(clock.now().getTime() - 2 * DAY_MS) }
  await openHeartbeat({ db, clock: { ...clock, ...held }, standsStill }).beat()
  expect(moved).toEqual([])
  await openHeartbeat({ db, clock, standsStill }).beat()
  expect(moved).toEqual([2 * DAY_MS])
})
