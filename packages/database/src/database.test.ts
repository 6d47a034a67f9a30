import { existsSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askTogether } from '#ask-together.ts'
import { openDatabase, openInBackground, prepare, runPrepared, urlOf } from '#database.ts'
import { createTestDatabase } from '#testing.ts'

test('amounts come back as bigint, moments as Date, days as text', async () => {
  const { db, drop } = await createTestDatabase()
  const { rows } = await sql`
    select 9223372036854775807::bigint as big, 12345678901234567890123::numeric as sum, 7 as small,
      timestamptz '2026-01-02 03:04:05Z' as at, date '2026-01-02' as day`.execute(db)
  expect(rows).toEqual([
    {
      big: 9223372036854775807n,
      sum: 12345678901234567890123n,
      small: 7,
      at: new Date('2026-01-02T03:04:05Z'),
      day: '2026-01-02',
    },
  ])
  await drop()
})

test('a moment is read as PostgreSQL means it, wherever it is and however long ago', async () => {
  const { db, drop } = await createTestDatabase()
  const { rows } = await sql<{ moment: Date | number; ms: number }>`
    select moment, (extract(epoch from date_trunc('milliseconds', moment)) * 1000)::float8 as ms
    from generate_series(0, 5000) n, make_timestamptz(1 + n, 1 + n % 12, 1 + n % 28, n % 24,
      n % 60, n * 1234.56789 % 60) moment
    union all values ('infinity'::timestamptz, 'Infinity'::float8), ('-infinity', '-Infinity')`.execute(
    db,
  )
  const told = rows.map(({ moment }) => (moment instanceof Date ? moment.getTime() : moment))
  expect(told).toEqual(rows.map(({ ms }) => ms))
  await drop()
})

test('a prepared statement is planned under its name and works inside a transaction', async () => {
  const { db, drop } = await createTestDatabase()
  const addOne = prepare('test_add_one', 'select $1::int + 1 as n')
  await db.transaction().execute(async (tx) => {
    expect(await runPrepared(tx, addOne, [1])).toEqual([{ n: 2 }])
    expect(await runPrepared(tx, addOne, [2])).toEqual([{ n: 3 }])
    const { rows } =
      await sql`select name from pg_prepared_statements where name like 'test%'`.execute(tx)
    expect(rows).toEqual([{ name: 'test_add_one' }])
  })
  await drop()
})

test('whatever is asked often is prepared, and planned anew when a table has changed', async () => {
  const { db, drop } = await createTestDatabase()
  await sql`create table thing (id integer primary key, name text)`.execute(db)
  await sql`insert into thing values (1, 'one')`.execute(db)
  const ask = 'select * from thing where id = $1'
  const isPrepared = 'select from pg_prepared_statements where statement = $1'
  await db.transaction().execute(async (tx) => {
    for (let time = 1; time < 20; time += 1) await runPrepared(tx, ask, [1])
    expect(await runPrepared(tx, isPrepared, [ask])).toEqual([])
    await runPrepared(tx, ask, [1])
    expect(await runPrepared(tx, isPrepared, [ask])).toEqual([{}])
  })
  await sql`alter table thing add column size integer`.execute(db)
  const changed = [{ id: 1, name: 'one', size: null }]
  expect(await runPrepared(db, ask, [1])).toEqual(changed)
  await db.transaction().execute(async (tx) => {
    expect(await runPrepared(tx, ask, [1])).toEqual(changed)
  })
  await drop()
})

test('four connections stay open with their plans however long nobody asks, and others are closed', async () => {
  const { url, drop } = await createTestDatabase()
  const db = openDatabase(url)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const askAtOnce = async () => {
    const asked = Array.from({ length: 6 }, () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1)`.execute(db),
    )
    return (await Promise.all(asked)).map(({ rows: [row] }) => row?.pid)
  }
  const before = new Set(await askAtOnce())
  expect(before.size).toBe(6)
  vi.advanceTimersByTime(3_600_000)
  expect((await askAtOnce()).filter((pid) => before.has(pid))).toHaveLength(4)
  vi.useRealTimers()
  await db.destroy()
  await drop()
})

test('reads that come together are one statement, and each is answered with its own', async () => {
  const { db, drop } = await createTestDatabase()
  const asked: (readonly number[])[] = []
  const double = askTogether(async (database, numbers: readonly number[]) => {
    asked.push(numbers)
    if (numbers.includes(13)) throw new Error('nobody asks for 13')
    const text =
      'select n * 2 as n from unnest($1::integer[]) with ordinality u (n, place) order by place'
    const rows = await runPrepared<{ n: number }>(database, text, [numbers])
    return rows.map(({ n }) => n)
  })
  const numbers = Array.from({ length: 12 }, (_, n) => n)
  const first = Promise.all(numbers.map((n) => double(db, n)))
  await turn()
  const later = Promise.all([20, 21].map((n) => double(db, n)))
  expect(await first).toEqual(numbers.map((n) => 2 * n))
  expect(await later).toEqual([40, 42])
  // Whoever asks in one turn of the loop shares a statement, and whoever asks meanwhile the next.
  expect(asked).toEqual([numbers, [20, 21]])
  await expect(double(db, 13)).rejects.toThrow('nobody asks for 13')
  expect(await db.transaction().execute((tx) => double(tx, 4))).toBe(8)
  await drop()
})

test('whoever comes while a read takes long is answered before it', async () => {
  const { db, drop } = await createTestDatabase()
  await sql`create table held_up ()`.execute(db)
  const answered: string[] = []
  const wait = askTogether(async (database, asked: readonly string[]) => {
    if (asked.some((each) => each.startsWith('slow'))) {
      await sql`select from held_up`.execute(database)
    }
    answered.push(...asked)
    return asked
  })
  const slow = await db.transaction().execute(async (holding) => {
    await sql`lock table held_up`.execute(holding)
    const first = wait(db, 'slow 1')
    await turn()
    await wait(db, 'quick 1')
    const second = wait(db, 'slow 2')
    await turn()
    await Promise.all([wait(db, 'quick 2'), wait(db, 'quick 3')])
    expect(answered).toEqual(['quick 1', 'quick 2', 'quick 3'])
    return { answers: [first, second] }
  })
  await Promise.all(slow.answers)
  expect(answered).toHaveLength(5)
  await drop()
})

test('the server works for a connection that stands back when others have nothing to do', async () => {
  const { db, drop } = await createTestDatabase()
  const patient = openInBackground(urlOf(db), { connectionsMax: 1, standsBack: 'behind' })
  const last = openInBackground(urlOf(db), { connectionsMax: 1, standsBack: 'last' })
  const ask = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const pidOf = async (of: typeof db) => (await ask.execute(of)).rows[0]?.pid ?? 0
  const [pid, other] = [await pidOf(patient), await pidOf(db)]
  const priority = getPriority(pid)
  // Not everywhere may we say so to a process of another user.
  expect(priority).toBe(isOursToOrder(other) ? 10 : getPriority(other))
  const isIdle = classOf(await pidOf(last)) === IDLE
  expect(isIdle).toBe(isOursToOrder(other) && hasChrt())
  // What reads ahead is helpers of PostgreSQL, who do not stand back.
  const { rows } = await sql`show effective_io_concurrency`.execute(patient)
  expect(rows).toEqual([{ effective_io_concurrency: '0' }])
  await patient.destroy()
  await last.destroy()
  await drop()
})

/** As `/proc` says it: the 41st figure of a process, and the idle class. */
const CLASS_AT = 38
const IDLE = 5

function classOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[CLASS_AT])
}

function hasChrt(): boolean {
  const folders = process.env['PATH']?.split(':') ?? []
  return folders.some((folder) => existsSync(path.join(folder, 'chrt')))
}

function isOursToOrder(pid: number): boolean {
  try {
    setPriority(pid, 10)
    return true
  } catch {
    return false
  }
}
