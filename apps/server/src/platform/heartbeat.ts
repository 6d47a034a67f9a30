import { type Db, openApart, type Tx, urlOf } from '@btbc/database/database.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'

import { serial } from './background.ts'
import { type At, believedWall, type Clock } from './clock.ts'
import { DAY_MS } from './durations.ts'

/**
 * What somebody has to be in time for stands still while the house does: nobody can pay, answer or stop
 * anything then. At work the house writes down when it was last seen, by both clocks. Whoever finds that
 * this is a while ago moves such moments on, before a start answers and before anything is swept. A jump
 * of business time alone is time that has passed. A busy house does not stand still: it is seen over a
 * connection of its own, by the time at which it holds the row, and what the moving takes counts for nobody.
 */

/** The house was last seen then, and has stood still for so long. */
export type Stood = { since: Date; ms: number }
/** Moves on what was to come when the house was last seen. */
export type StandsStill = (tx: Tx, stood: Stood) => Promise<unknown>

/** A house at work is seen at least this often. */
const SEEN_MS = 5000
/** So long a server goes by what it has seen itself. */
const FRESH_MS = 2000
/** Less than what counts as standing still: whoever is stopped with the row in hand keeps it from the others no longer. */
const IDLE_MS_MAX = 3000
/** Who stood still for longer is asked whether the clock is right. */
const STOOD_MS_MAX = 30 * DAY_MS

export type Heartbeat = {
  beat(): Promise<void>
  /** Before what time does: nothing is over that stood still. */
  beforeSweep(): Promise<void>
  stop(): Promise<void>
}

export function openHeartbeat({
  db,
  clock,
  standsStill,
  name,
  tell,
}: {
  db: Db
  clock: Clock
  standsStill: readonly StandsStill[]
  /** By which others see that this server is at work. */
  name: string
  /** What was moved on. */
  tell: (stood: Stood) => void
}): Heartbeat {
  let apart: Db | undefined
  let seen: At | undefined
  const inTurn = serial()
  const look = async () => {
    apart ??= openApart(urlOf(db), { name, idleMaxMs: IDLE_MS_MAX })
    const found = await apart.transaction().execute((tx) => see(tx, clock, standsStill))
    seen = found.seen
    if (found.stood) tell(found.stood)
  }
  const beat = () => inTurn(look)
  return {
    beat,
    async beforeSweep() {
      if (!seen || !isFresh(seen, readAt(clock))) await beat()
    },
    async stop() {
      await apart?.destroy()
      apart = undefined
    },
  }
}

/** By the wall as far as it is believed: a start that follows it once it is right finds all that stood. */
function readAt(clock: Clock): At {
  return { now: clock.now(), wallNow: believedWall(clock) }
}

function isFresh(seen: At, at: At): boolean {
  const wallMs = at.wallNow.getTime() - seen.wallNow.getTime()
  return wallMs >= 0 && wallMs < FRESH_MS && at.now.getTime() - seen.now.getTime() < FRESH_MS
}

async function see(
  tx: Tx,
  clock: Clock,
  standsStill: readonly StandsStill[],
): Promise<{ seen: At; stood: Stood | undefined }> {
  // Of servers that find it together one moves the moments, and the others have only waited for it.
  const last = await tx.selectFrom('heartbeat').selectAll().forUpdate().executeTakeFirst()
  const at = readAt(clock)
  const ms = last ? stoodMs(last, at) : 0
  const stood = last && ms > SEEN_MS ? { since: last.beat_at, ms } : undefined
  if (stood) {
    for (const move of standsStill) await move(tx, stood)
  }
  // What the moving took is not moved again.
  const seen = readAt(clock)
  await sql`
    insert into heartbeat (beat_at, wall_at) values (${seen.now}, ${seen.wallNow})
    on conflict (is_only) do update set beat_at = excluded.beat_at, wall_at = excluded.wall_at,
      stood_ms = heartbeat.stood_ms + ${stood?.ms ?? 0}
    where heartbeat.beat_at <= excluded.beat_at`.execute(tx)
  return { seen, stood }
}

function stoodMs(last: { beat_at: Date; wall_at: Date | null }, at: At): number {
  const businessMs = at.now.getTime() - last.beat_at.getTime()
  if (last.wall_at === null) return businessMs
  return Math.min(businessMs, at.wallNow.getTime() - last.wall_at.getTime())
}

/** A moment of a row, moved on if it was to come; what was over stays over. */
export function movedOn(moment: Expression<unknown>, { since, ms }: Stood): RawBuilder<Date> {
  return sql`case when ${moment} > ${since} then ${moment} + ${ms} * interval '1 millisecond'
    else ${moment} end`
}

/**
 * Of a clock that is far ahead everything would be done that is due until then, and for good: pay,
 * withdrawals, the end of deals. A day that somebody has named is taken for right.
 */
export async function refuseFarAhead(
  db: Db,
  clock: Clock,
  today: string | undefined,
): Promise<void> {
  const last = await db.selectFrom('heartbeat').selectAll().executeTakeFirst()
  const at = readAt(clock)
  const ms = last ? stoodMs(last, at) : 0
  const day = at.wallNow.toISOString().slice(0, 10)
  if (ms <= STOOD_MS_MAX || today === day) return
  throw new Error(
    `The clock of this machine says ${at.wallNow.toISOString()}, ${Math.floor(ms / DAY_MS)} days after the house was last at work, and whatever is due by then would be done for good. Set the clock right; or, when it is right and the house stood still for so long, start once with BTBC_TODAY=${day}`,
  )
}
