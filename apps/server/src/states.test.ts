import { DatabaseError, type Db } from '@btbc/database/database.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { type RawBuilder, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { type HouseEvent, openEvents } from '#platform/events.ts'
import { drawStates } from '#platform/state-diagram.ts'
import { type AnyStates, transition, transitionAll } from '#platform/state-machine.ts'

import { withdrawalStates } from '#modules/withdrawal/withdrawal.states.ts'

import { modules } from './modules.ts'

/** check_violation, and insufficient_privilege, as which a proposal says it. */
const REFUSED = new Set(['23514', '42501'])

/** Of a trigger that may refuse; those after it, such as tallies, take up what was done. */
const BEFORE = 2

const NOW = new Date('2026-03-01T12:00:00Z')

type Read = { id: number | bigint; state?: 'pending' | 'approved' }

const all = modules.flatMap((module) => module.states ?? [])

test('the database lets a thing go every way of its table, and no other', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  for (const states of all) {
    await leaveOnlyStates(database.db, states.table)
    expect(await walk(database.db, states), states.name).toEqual(declared(states))
  }
})

test('a step that begins elsewhere is a bug, also of a row that has gone on; its member is told', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  await leaveOnlyStates(database.db, 'withdrawal')
  const events = await openEvents(database.db, fail)
  onTestFinished(() => events.stop())
  const heard: HouseEvent[] = []
  events.follow((event) => heard.push(event))
  await database.db.transaction().execute(async (tx) => {
    await sql`insert into withdrawal (member_id, state) values (7, 'pending'), (8, 'done')`.execute(
      tx,
    )
    const step = async (event: keyof typeof withdrawalStates.transitions, row: Read) =>
      await transition(tx, withdrawalStates, row, event, {
        now: NOW,
        set: { remark: { words: event } },
      })
    const read = { id: 1, state: 'pending' } as const
    await expect(step('send', read)).rejects.toThrow("address 1: 'send' begins at processing only")
    expect(await step('release', read)).toMatchObject({ state: 'approved', ended_at: null })
    await expect(step('cancel', read)).rejects.toThrow(
      "'cancel' begins at pending or approved only",
    )
    const cancelled = { state: 'cancelled', ended_at: NOW, remark: { words: 'cancel' } }
    expect(await step('cancel', { id: 1n })).toMatchObject(cancelled)
    const stayed = await transitionAll(tx, withdrawalStates, [1, 2, 3], 'release', { now: NOW })
    expect(stayed).toEqual([])
    expect(heard).toEqual([])
  })
  expect(heard).toEqual([{ to: 7, kind: 'withdrawal.changed' }])
})

test('a thing can go on until it has come to an end', () => {
  for (const { name, states, ends, transitions } of all) {
    const left = new Set(Object.values(transitions).flatMap(({ from }) => from))
    const stuck = Object.keys(states).filter((state) => !left.has(state) && !ends.includes(state))
    expect(stuck, name).toEqual([])
  }
})

test('the page about states is drawn from them', async () => {
  await expect(drawStates(all)).toMatchFileSnapshot('../../../docs/states.md')
})

function fail(error: unknown): never {
  throw error
}

/** What starts where, and what goes from where to where, in an order that can be compared. */
type Ways = { starts: string[]; moves: string[] }

function declared({ starts, transitions }: AnyStates): Ways {
  const moves = Object.values(transitions).flatMap(({ from, to }) =>
    from.filter((state) => state !== to).map((state) => `${state} > ${to}`),
  )
  return { starts: starts.toSorted(), moves: [...new Set(moves)].toSorted() }
}

/** Tries all of it. */
async function walk(db: Db, { table, states }: AnyStates): Promise<Ways> {
  const names = Object.keys(states)
  const start = (state: string) => sql`insert into ${sql.table(table)} (state) values (${state})`
  const found: Ways = { starts: [], moves: [] }
  for (const from of names) {
    if (await passes(db, [start(from)])) found.starts.push(from)
    for (const to of names.filter((state) => state !== from)) {
      const steps = [
        sql`set local session_replication_role = replica`,
        start(from),
        sql`set local session_replication_role = origin`,
        sql`update ${sql.table(table)} set state = ${to}`,
      ]
      if (await passes(db, steps)) found.moves.push(`${from} > ${to}`)
    }
  }
  return { starts: found.starts.toSorted(), moves: found.moves.toSorted() }
}

/** Whether the database takes these steps. Nothing stays of any. */
async function passes(db: Db, steps: readonly RawBuilder<unknown>[]): Promise<boolean> {
  const transaction = await db.startTransaction().execute()
  try {
    for (const step of steps) await step.execute(transaction)
    return true
  } catch (error) {
    if (error instanceof DatabaseError && REFUSED.has(error.code ?? '')) return false
    throw error
  } finally {
    await transaction.rollback().execute()
  }
}

/** Takes every other rule off a table: what its rows look like in each state, modules' tests show. */
async function leaveOnlyStates(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ rule: string }>`
    select format('drop constraint if exists %I cascade', conname) as rule from pg_constraint
      where conrelid = ${table}::regclass and contype in ('c', 'f', 'p')
    union all
    select format('alter %I drop not null', attname) from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attnotnull and attidentity = ''
    union all
    select format('disable trigger %I', tgname) from pg_trigger
      where tgrelid = ${table}::regclass and not tgisinternal and tgtype::integer & ${BEFORE} = 0`.execute(
    db,
  )
  const rules = rows.map(({ rule }) => sql.raw(rule))
  await sql`alter table ${sql.table(table)} ${sql.join(rules)}`.execute(db)
}
