import { askTogether } from '@btbc/database/ask-together.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { pause } from './background.ts'
import { type Fields, readValue, type Setting, type ValueOf } from './settings.ts'

/** Settings for who cannot ask the table each time: all their values are remembered, and read again and again. */

/** How old what a server remembers of a setting may be; well below `KNOWN_AFTER_MS` of the contract. */
const READ_AGAIN_MS = 2_000
const EARLY_MS = 5

const REMEMBERED_MAX = 1_000

/** A setting, known without asking. */
export type Followed<V> = {
  /** What holds now. */
  current: () => V
  /** What holds at this time; its first value holds before it, too. */
  at: (moment: Date) => V
  /** All it ever was or is going to be, the last one first; none where nothing could be read yet. */
  values: () => readonly V[]
  stop: () => Promise<void>
}

export type FollowParts = {
  db: Db
  now: () => Date
  report: (error: unknown, what: string) => void
}

/** What `read` makes of a setting's values, each with its beginning; `unread` where nothing could be read yet. */
export async function followSetting<F extends Fields, V>(
  parts: FollowParts,
  setting: Setting<F>,
  { read, unread }: { read: (value: ValueOf<F>, from: Date) => V; unread: V },
): Promise<Followed<V>> {
  const { db, now, report } = parts
  let plan: Plan<V> = []
  const readAgain = async () => {
    const known = await readPlan(db, setting)
    plan = known.map(({ from, value }) => ({ from, value: read(value, from) }))
  }
  const stop = await keepReading(readAgain, (error) =>
    report(error, `${setting.name} could not be read`),
  )
  const at = (moment: Date) => valueIn(plan, moment) ?? unread
  return { current: () => at(now()), at, values: () => plan.map(({ value }) => value), stop }
}

type Plan<V> = { from: Date; value: V }[]

/** Every value it ever had or is going to have, the last one first. */
export async function readPlan<F extends Fields>(
  db: Db,
  setting: Setting<F>,
): Promise<Plan<ValueOf<F>>> {
  const rows = await readRows(db, setting.name)
  return rows.map((row) => ({ from: row.from, value: readValue(setting, row.value) }))
}

type Row = { from: Date; value: unknown }

/** Of all who read again at one beat together. */
const readRows = askTogether(
  async (database: Db | Tx, names: readonly string[]): Promise<Row[][]> => {
    const { rows } = await sql<Row & { place: number }>`
      select place::integer, plan.*
      from unnest(${names}::text[]) with ordinality wanted (name, place) cross join lateral (
        select effective_from as "from", value from setting
        where setting.name = wanted.name and withdrawn_by is null
        order by effective_from desc limit ${REMEMBERED_MAX}
      ) plan
      order by place, "from" desc`.execute(database)
    const plans: Row[][] = names.map(() => [])
    for (const { place, ...row } of rows) plans[place - 1]?.push(row)
    return plans
  },
)

/** Of a plan, what holds at this time; its first value holds before it, too. */
export function valueIn<V>(plan: Readonly<Plan<V>>, at: Date): V | undefined {
  return (plan.find(({ from }) => from <= at) ?? plan.at(-1))?.value
}

/** Reads now and again and again, until it is stopped; what fails is tried the next time. */
export async function keepReading(
  read: () => Promise<void>,
  report: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const readOrReport = () => read().catch(report)
  const follow = async () => {
    while (!stopping.signal.aborted) {
      await pause(untilBeat(), stopping.signal)
      if (!stopping.signal.aborted) await readOrReport()
    }
  }
  await readOrReport()
  const following = follow()
  return async () => {
    stopping.abort()
    await following
  }
}

/** The same for all of this process, so that they ask the database together. A timer may come a little early. */
function untilBeat(): number {
  const ms = READ_AGAIN_MS - (performance.now() % READ_AGAIN_MS)
  return ms > EARLY_MS ? ms : ms + READ_AGAIN_MS
}
