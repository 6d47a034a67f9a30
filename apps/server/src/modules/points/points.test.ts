import { checkIn, exchangePoints, readCheckIn, readPointRate } from '@btbc/contract/points.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { InsufficientBalance } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { drain, inHouse } from '#testing/funds.ts'
import { makeMember } from '#testing/members.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

import { openCheckIns } from './points.routes.ts'

const { BTBC, POINT } = currencies
const CENT = UNIT / 100n
const MANY = 30

test('nine days of check-ins give a row of seven and begin the next, and a missed day begins anew', async () => {
  const server = await startTestServer()
  const as = await server.join('alice@example.test')
  const fresh = ok(await server.call(readCheckIn, {}, { as }))
  expect(fresh).toMatchObject({
    day: 1,
    streak: 0,
    points_today: 5,
    signed_today: false,
    points: 0,
  })
  expect(fresh).toMatchObject({ date: '2026-03-01', zone: 'UTC' })
  const given: number[] = []
  for (let day = 0; day < 9; day += 1) {
    if (day > 0) server.clock.passBusiness({ days: 1 })
    const before = ok(await server.call(readCheckIn, {}, { as }))
    const after = ok(await server.call(checkIn, { date: before.date }, { as }))
    given.push(after.points - before.points)
    expect(after).toMatchObject({ streak: day + 1, day: (day % 7) + 1, signed_today: true })
  }
  expect(given).toEqual([5, 5, 10, 10, 15, 15, 40, 5, 5])
  const held = BigInt(given.reduce((sum, points) => sum + points, 0))
  expect(await inHouse(server, 'reserve:points', BTBC.id)).toBe(held * CENT)
  expect(ok(await server.call(readPointRate, {}, { as }))).toEqual({
    rate: '0.01000000',
    points: 110,
    reserved: '1.10000000',
    pool_left: '99998.90000000',
  })
  server.clock.passBusiness({ days: 2 })
  expect(ok(await server.call(readCheckIn, {}, { as }))).toMatchObject({ day: 1, streak: 0 })
  const anew = ok(await server.call(checkIn, {}, { as }))
  expect(anew.week.map(({ done }) => done)).toEqual([true, ...Array(6).fill(false)])
  expect(anew.points).toBe(115)
  expect(await isCovered(server)).toBe(true)
})

test('a day that ends while the house stands still breaks no row of check-ins, and a day of one’s own does', async () => {
  const server = await startTestServer()
  const add = () => server.db.transaction().execute((tx) => makeMember(tx, server))
  const [ann, bob, far] = [await add(), await add(), await add()]
  const checkIns = openCheckIns(server.db)
  const press = async (memberId: number, zone = 'UTC') => {
    const [now, wallNow] = [server.clock.now(), server.clock.wallNow()]
    return (await checkIns({ memberId, zone, date: undefined, now, wallNow })).streak
  }
  const stand = async (time: { hours?: number; minutes?: number }) => {
    server.clock.pass(time)
    await server.app.jobs.sweep()
  }
  const east = 'Pacific/Kiritimati'
  expect([await press(ann), await press(bob), await press(far, east)]).toEqual([1, 1, 1])
  await server.pass({ hours: 24 })
  expect(await press(ann)).toBe(2)
  // The second and the third of March end, for Bob who was still to check in on the second as well.
  await stand({ hours: 43 })
  expect([await press(ann), await press(bob), await press(far, east)]).toEqual([3, 2, 2])
  await server.pass({ hours: 48 })
  expect(await press(ann)).toBe(1)
  // Half an hour before midnight leaves a day to check in, and what was over before stays over.
  await server.pass({ hours: 40, minutes: 40 })
  await stand({ minutes: 30 })
  expect(await press(ann)).toBe(1)
  await stand({ hours: 30 })
  expect([await press(ann), await press(bob)]).toEqual([2, 1])
})

test('a day is checked in once, by the calendar of the zone, and each no has its own words', async () => {
  const server = await startTestServer()
  const as = await server.join('alice@example.test')
  const refused = async (request: object) =>
    refusal(await server.call(checkIn, request, { as, key: newKey() }))
  const now = server.clock.now().getTime()
  const midnight = Date.parse('2026-03-02T00:00:00Z')
  // It was shown a moment before midnight and pressed a moment after.
  const shown = ok(await server.call(readCheckIn, { zone: 'UTC' }, { as })).date
  server.clock.passBusiness({ seconds: (midnight - now) / 1000 })
  expect(await refused({ date: shown })).toBe('check_in_day_over')
  const twice = await Promise.all(
    Array.from({ length: 6 }, () => server.call(checkIn, {}, { as, key: newKey() })),
  )
  expect(twice.filter(({ type }) => type === 'ok')).toHaveLength(1)
  expect(twice.filter(({ type }) => type !== 'ok').map(refusal)).toEqual(
    Array.from({ length: 5 }, () => 'check_in_done'),
  )
  expect(ok(await server.call(readCheckIn, {}, { as }))).toMatchObject({ points: 5, streak: 1 })
  // In Honolulu it is still the day before, as it is by a clock that was set back.
  expect(await refused({ zone: 'Pacific/Honolulu' })).toBe('check_in_clock_back')
  expect(ok(await server.call(readCheckIn, { zone: 'Pacific/Honolulu' }, { as }))).toMatchObject({
    date: '2026-03-01',
    signed_today: true,
  })
  expect(await refused({ zone: 'Middle/Earth' })).toBe('invalid_request')
  // Further east a day is ahead: it is checked in as the next of the row, and counts there as well.
  server.clock.passBusiness({ hours: 10 })
  const ahead = ok(await server.call(checkIn, { zone: 'Pacific/Kiritimati' }, { as }))
  expect(ahead).toMatchObject({ date: '2026-03-03', zone: 'Pacific/Kiritimati', streak: 2 })
  expect(await refused({ zone: 'UTC' })).toBe('check_in_clock_back')
})

test('points are exchanged at the posted rate up to what is held, and no point is given that is not covered', async () => {
  const server = await startTestServer()
  const as = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  const refused = async (request: object) =>
    refusal(await server.call(exchangePoints, request, { as, key: newKey() }))
  expect(await refused({ amount: 1 })).toBe('points_short')
  ok(await server.call(checkIn, {}, { as }))
  expect(await refused({})).toBe('amount_required')
  expect(await refused({ amount: 0 })).toBe('amount_required')
  expect(await refused({ amount: -1 })).toBe('invalid_request')
  expect(await refused({ amount: '1.5' })).toBe('invalid_request')
  expect(await refused({ amount: 6 })).toBe('points_short')
  expect(await refused({ amount: 5, btbc: '0.06' })).toBe('terms_changed')
  const first = { amount: 2, btbc: '0.02' }
  const answer = ok(await server.call(exchangePoints, first, { as, key: 'once' }))
  expect(answer).toEqual({ points: 2, btbc: '0.02000000', rate: '0.01000000' })
  expect(ok(await server.call(exchangePoints, first, { as, key: 'once' }))).toEqual(answer)
  const rest = await Promise.all(
    Array.from({ length: 4 }, () =>
      server.call(exchangePoints, { amount: 3 }, { as, key: newKey(), method: 'POST' }),
    ),
  )
  expect(rest.filter(({ type }) => type === 'ok')).toHaveLength(1)
  const rewards = await balanceOf(server.db, memberAccount(as.id, 'micro', BTBC.id))
  expect(rewards.available).toBe(5n * CENT)
  expect(await inHouse(server, 'reserve:points', BTBC.id)).toBe(0n)

  for (const [currency, leave] of [
    [BTBC.id, 5n * CENT - 1n],
    [POINT.id, 4n],
  ] as const) {
    await drain(server, 'pool:points', currency, leave)
    expect(refusal(await server.call(checkIn, {}, { as: bob, key: newKey() }))).toBe(
      'pool_refilling',
    )
    expect(ok(await server.call(readCheckIn, {}, { as: bob }))).toMatchObject({ streak: 0 })
  }
  expect(await isCovered(server)).toBe(true)
})

test('check-ins that come at once are posted together, and take the pool to its last unit and not beyond', async () => {
  const server = await startTestServer()
  const ids: number[] = []
  for (let n = 0; n < MANY; n += 1)
    ids.push(await server.db.transaction().execute((tx) => makeMember(tx, server)))
  await drain(server, 'pool:points', BTBC.id, BigInt(MANY - 2) * 5n * CENT)
  const [now, wallNow] = [server.clock.now(), server.clock.wallNow()]
  const given = openCheckIns(server.db)
  const day = { zone: 'UTC', date: undefined, now, wallNow }
  const asked = await Promise.allSettled(ids.map((memberId) => given({ ...day, memberId })))
  const short = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(short).toEqual([expect.any(InsufficientBalance), expect.any(InsufficientBalance)])
  expect(await inHouse(server, 'pool:points', BTBC.id)).toBe(0n)
  expect(await inHouse(server, 'reserve:points', BTBC.id)).toBe(BigInt(MANY - 2) * 5n * CENT)
  // The first went alone, and the others had gathered meanwhile.
  const { rows } = await sql<{ times: bigint }>`
    select count(distinct xmin::text) as times from point_standing`.execute(server.db)
  expect(rows[0]?.times).toBe(2n)
  expect(await isCovered(server)).toBe(true)
})

test('a check-in is done once under its key, also by who asks twice at one moment', async () => {
  const server = await startTestServer()
  const as = await server.join('alice@example.test')
  const key = newKey()
  const asked = [1, 2, 3].map(() => server.call(checkIn, {}, { as, key }))
  const [first, ...others] = (await Promise.all(asked)).map(ok)
  expect(first).toMatchObject({ streak: 1, points: 5, signed_today: true })
  expect(others).toEqual([first, first])
  expect(refusal(await server.call(checkIn, {}, { as }))).toBe('check_in_done')
})

async function isCovered(server: TestServer): Promise<boolean> {
  const books = ok(await server.call(readSolvency)).currencies
  return books.every((each) => each.agrees)
}
