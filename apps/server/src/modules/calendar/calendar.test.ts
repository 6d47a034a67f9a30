import { listContracts, readCalendar, saveCalendar } from '@btbc/contract/calendar.ts'
import { buyFund } from '@btbc/contract/fund.ts'
import { exitLock, listLocks, openLock } from '@btbc/contract/lock.ts'
import type { EntryKind } from '@btbc/ledger/kinds.ts'
import { sumPosted } from '@btbc/ledger/posted.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { newKey, ok, refusal, startTestServer } from '#testing/server.ts'

const { USDT } = currencies
const DAY_S = 86_400

test('the calendar says what each day pays, contract by contract and all together, and is a file of the same', async () => {
  const server = await startTestServer()
  await server.app.jobs.stop()
  const as = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  await give(server, as.id, USDT.id, 1000n)
  const empty = ok(await server.call(readCalendar, {}, { as }))
  expect(empty).toMatchObject({ from: '2026-03-01', until: '2026-03-31', days: [], next: null })
  expect(refusal(await server.call(saveCalendar, {}, { as }))).toBe('calendar_empty')
  // It is noon of 1 March in UTC.
  const lock = ok(await server.call(openLock, { price: '100' }, { as }))
  const week = ok(await server.call(buyFund, { amount: '200', day: 7 }, { as }))
  const later = ok(await server.call(buyFund, { amount: '100', day: 90 }, { as }))
  ok(await server.call(buyFund, { amount: '50', day: 30, pay_later: 1 }, { as }))

  const all = ok(await server.call(readCalendar, {}, { as }))
  expect(all.total).toEqual({ income: '50.00000000', back: '400.00000000', contracts: 3 })
  expect(all.days).toHaveLength(30)
  expect(all.days[0]).toEqual(day('2026-03-02', '1', '0', 1))
  expect(all.days[6]).toEqual(day('2026-03-08', '3', '200', 2))
  expect(all.days[29]).toEqual(day('2026-03-31', '1', '100', 1))
  expect(all.next).toBe('2026-05-30')
  const rest = ok(await server.call(readCalendar, { from: all.next ?? '' }, { as }))
  expect([rest.days, rest.next]).toEqual([[day('2026-05-30', '18', '100', 1)], null])
  // By noon of UTC it is the next day in Auckland.
  const zone = 'Pacific/Auckland'
  const there = ok(await server.call(readCalendar, { zone, kind: 'fund', id: week.id }, { as }))
  expect([there.from, there.days]).toEqual(['2026-03-02', [day('2026-03-09', '2', '200', 1)]])
  expect(ok(await server.call(readCalendar, { kind: 'lock', id: lock.id }, { as })).total).toEqual({
    income: '30.00000000',
    back: '100.00000000',
    contracts: 1,
  })
  const first = ok(await server.call(listContracts, { limit: 2 }, { as }))
  expect(first.list).toMatchObject([
    { kind: 'lock', id: lock.id, income: '30.00000000', next_at: '2026-03-02T12:00:00.000Z' },
    { kind: 'fund', id: later.id, income: '18.00000000', ends_at: '2026-05-30T12:00:00.000Z' },
  ])
  const second = ok(await server.call(listContracts, { limit: 2, after: first.next ?? '' }, { as }))
  expect([second.list.map(({ id }) => id), second.next]).toEqual([[week.id], null])

  const file = ok(await server.call(saveCalendar, {}, { as, language: 'bx' }))
  expect(file.name).toBe('btbc-test-earn.ics')
  expect(file.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const unfolded = file.text.replaceAll('\r\n ', '')
  expect(unfolded.match(/^(UID|DTSTART|RRULE):.*$/gm)).toEqual([
    expect.stringMatching(/^UID:lock-\d+-\d+-income@btbc.test$/),
    'DTSTART:20260302T120000Z',
    'RRULE:FREQ=DAILY;COUNT=30',
    expect.stringMatching(/^UID:lock-\d+-\d+-end@btbc.test$/),
    'DTSTART:20260331T120000Z',
    expect.stringMatching(/^UID:fund-/),
    'DTSTART:20260308T120000Z',
    expect.stringMatching(/^UID:fund-/),
    'DTSTART:20260530T120000Z',
  ])
  expect(unfolded).toContain(`SUMMARY:TESTE: 1 USDT\\, renda diária do bloqueio ${lock.id}\r\n`)
  const uids = (text: string) => text.replaceAll('\r\n ', '').match(/^UID:.*$/gm)
  server.clock.passBusiness({ days: 2, hours: 3 })
  expect(uids(ok(await server.call(saveCalendar, {}, { as })).text)).toEqual(uids(file.text))
  // Nobody has swept: what is overdue is paid today.
  const late = ok(await server.call(readCalendar, { from: '2020-01-01' }, { as }))
  expect(late.days.slice(0, 2)).toEqual([
    day('2026-03-03', '2', '0', 2),
    day('2026-03-04', '1', '0', 1),
  ])
  const own = { kind: 'lock' as const, id: lock.id }
  for (const call of [readCalendar, saveCalendar])
    expect(refusal(await server.call(call, own, { as: bob }))).toBe('lock_not_found')
  const wrong = [
    { kind: 'lock' as const },
    { id: 1 },
    { zone: 'Mars/Olympus' },
    { from: '1-3-2026' },
  ]
  for (const each of wrong)
    expect(refusal(await server.call(readCalendar, each, { as }))).toBe('invalid_request')
  await server.app.jobs.sweep()
  ok(await server.call(exitLock, { id: lock.id }, { as, key: newKey() }))
  expect(refusal(await server.call(saveCalendar, own, { as }))).toBe('calendar_empty')
})

test('a day is 24 hours, through a leap day and into summer time, and each is paid once', async () => {
  const server = await startTestServer()
  await server.app.jobs.stop()
  // Noon of 15 February 2028.
  const start = Date.parse('2028-02-15T12:00:00Z')
  server.clock.passBusiness({ seconds: (start - server.clock.now().getTime()) / 1000 })
  const as = await server.join('alice@example.test')
  await give(server, as.id, USDT.id, 1000n)
  const { id } = ok(await server.call(openLock, { price: '100' }, { as }))
  ok(await server.call(buyFund, { amount: '100', day: 30 }, { as }))
  const asked = { kind: 'lock', id, zone: 'America/New_York' } as const
  const { days } = ok(await server.call(readCalendar, asked, { as }))
  expect(days).toHaveLength(30)
  expect(days[13]?.date).toBe('2028-02-29')
  expect(days.at(-1)).toEqual(day('2028-03-16', '1', '100', 1))
  const plan = async () => ok(await server.call(listLocks, {}, { as }))
  expect((await plan()).end_time).toBe('2028-03-16T12:00:00.000Z')
  server.clock.passBusiness({ days: 14 })
  await server.app.jobs.sweep()
  expect(server.clock.now().toISOString()).toBe('2028-02-29T12:00:00.000Z')
  expect((await plan()).history_income).toBe('14.00000000')
  server.clock.passBusiness({ seconds: 16 * DAY_S - 1 })
  await server.app.jobs.sweep()
  expect(await plan()).toMatchObject({ run_num: 1, history_income: '29.00000000' })
  server.clock.passBusiness({ days: 400 })
  await server.app.jobs.sweep()
  expect(await plan()).toMatchObject({ run_num: 0, history_income: '30.00000000' })
  const posted = (kind: EntryKind) =>
    server.db.transaction().execute(async (tx) => (await sumPosted(tx, kind)).get(USDT.id))
  const each = [await posted('lock.paid'), await posted('lock.closed'), await posted('fund.closed')]
  expect(each).toEqual([30n * UNIT, 100n * UNIT, 105n * UNIT])
})

function day(date: string, income: string, back: string, payments: number) {
  return { date, income: `${income}.00000000`, back: `${back}.00000000`, payments }
}
