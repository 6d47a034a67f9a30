import type { EventKind } from '@btbc/contract/events.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Tables } from '@btbc/database/tables.ts'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'

import { publish } from './events.ts'

/**
 * The states a thing can be in, and how it comes from one to another: one table for each thing, and
 * `transition` the only way along it. The database holds the same tables and refuses everything else,
 * whoever asks; `docs/states.md` is drawn from them.
 */

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** Tables whose rows have a state. */
type Stateful = {
  [Table in keyof Tables]: Row<Table> extends { state: string } ? Table : never
}[keyof Tables]

type StateOf<Table extends Stateful> =
  Row<Table> extends { state: infer State extends string } ? State : never

/** Its columns that can hold something of this kind. */
type ColumnOf<Table extends Stateful, Kind> = {
  [Column in keyof Row<Table>]: Kind extends Row<Table>[Column] ? Column : never
}[keyof Row<Table>] &
  string

type Declared<Table extends Stateful, Event extends string> = {
  table: Table
  /** By which a row is found; `id` when nothing is said. */
  key?: ColumnOf<Table, number>
  /** What it is called. */
  name: string
  /** Every state that the database knows, with what it means. */
  states: Readonly<Record<StateOf<Table>, string>>
  starts: readonly StateOf<Table>[]
  /** Where nobody acts any more, unless something unexpected comes. */
  ends: readonly StateOf<Table>[]
  /** What its member is told of each step, once that is committed. */
  tells?: Row<Table> extends { member_id: number } ? EventKind : never
  /** The moment it came to an end; empty as long as it has not. */
  endedAt?: ColumnOf<Table, Date>
  transitions: Readonly<Record<Event, { from: readonly StateOf<Table>[]; to: StateOf<Table> }>>
}

type States<Table extends Stateful, Event extends string> = Declared<Table, Event> & {
  has: (state: string) => state is StateOf<Table>
  allows: (state: StateOf<Table>, event: Event) => boolean
}

/** What can be said of any of them. */
export type AnyStates = {
  table: Stateful
  name: string
  states: Readonly<Record<string, string>>
  starts: readonly string[]
  ends: readonly string[]
  transitions: Readonly<Record<string, { from: readonly string[]; to: string }>>
}

export function defineStates<const Table extends Stateful, const Event extends string>(
  declared: Declared<Table, Event>,
): States<Table, Event> {
  return {
    ...declared,
    has: (state): state is StateOf<Table> => Object.hasOwn(declared.states, state),
    allows: (state, event) => declared.transitions[event].from.includes(state),
  }
}

/**
 * Takes hold of rows in this state whose time has come, the longest due first, and answers them whole.
 * Those that somebody else has hold of are left to the next round.
 */
export async function claimDue<Table extends Stateful, Event extends string>(
  tx: Tx,
  states: States<Table, Event>,
  due: { state: StateOf<Table>; by: ColumnOf<Table, Date>; now: Date; most: number },
): Promise<Row<Table>[]> {
  const [by, key] = [sql.ref(due.by), sql.ref(states.key ?? 'id')]
  const { rows } = await sql<Row<Table>>`
    select * from ${sql.table(states.table)}
    where state = ${sql.lit(due.state)} and ${by} <= ${due.now}
    order by ${by}, ${key} limit ${due.most} for update skip locked`.execute(tx)
  return rows
}

type Changes<Values> = { [Column in keyof Values]: Values[Column] | RawBuilder<Values[Column]> }

type Step<Table extends Stateful> = {
  now: Date
  /** What else changes with the state, in the same statement. */
  set?: Changes<Omit<Updateable<Tables[Table]>, 'id' | 'state'>>
}

/**
 * Takes one row along, which is locked from then on, and answers it as it is now. What belongs to the
 * step (entries, messages) follows in the same transaction. A row that was read before must still be
 * in the state it was read in. Anything else is a bug: whoever may come too late asks `allows` first,
 * of a locked row.
 */
export async function transition<Table extends Stateful, Event extends string>(
  tx: Tx,
  states: States<Table, Event>,
  row: { id: number | bigint; state?: StateOf<Table> },
  event: NoInfer<Event>,
  step: Step<Table>,
): Promise<Row<Table>> {
  const begins = states.transitions[event].from
  const from = begins.filter((state) => row.state === undefined || state === row.state)
  const [moved] = await move(tx, states, { ids: [row.id], from, event, ...step })
  if (moved) return moved
  throw new Error(`${states.name} ${row.id}: '${event}' begins at ${begins.join(' or ')} only`)
}

/** Takes along those of these rows that are where it begins, and answers them; the others stay. */
export async function transitionAll<Table extends Stateful, Event extends string>(
  tx: Tx,
  states: States<Table, Event>,
  ids: readonly (number | bigint)[],
  event: NoInfer<Event>,
  step: Step<Table>,
): Promise<Row<Table>[]> {
  return await move(tx, states, { ids, from: states.transitions[event].from, event, ...step })
}

async function move<Table extends Stateful, Event extends string>(
  tx: Tx,
  states: States<Table, Event>,
  steps: Step<Table> & {
    ids: readonly (number | bigint)[]
    from: readonly StateOf<Table>[]
    event: Event
  },
): Promise<Row<Table>[]> {
  const { ids, from, event, now, set = {} } = steps
  if (ids.length === 0 || from.length === 0) return []
  const { to } = states.transitions[event]
  const ended = states.endedAt && { [states.endedAt]: states.ends.includes(to) ? now : null }
  const changes = Object.entries({ ...set, ...ended, state: to })
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<Row<Table>>`
    update ${sql.table(states.table)} set ${sql.join(changes)}
    where ${sql.ref(states.key ?? 'id')} = any(${ids}) and state in (${sql.join(from)})
    returning *`.execute(tx)
  if (states.tells) for (const row of rows) publish(tx, { to: memberOf(row), kind: states.tells })
  return rows
}

/** Only rows of a member tell anything. */
function memberOf(row: object): number {
  if ('member_id' in row && typeof row.member_id === 'number') return row.member_id
  throw new Error('a row of nobody has nobody to tell')
}
