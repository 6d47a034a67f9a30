import type { Db, Tx } from '@btbc/database/database.ts'
import type { FastifyBaseLogger } from 'fastify'

import { loop, pause, serial } from './background.ts'
import { type At, believedWall, type Clock } from './clock.ts'
import { type Looks, openLooks } from './looks.ts'

type Pace = {
  name: string
  /**
   * By itself it is done no more often, instead of each second; whoever asks for a sweep has all of them.
   * What failed, or is not done yet, is tried in the next second.
   */
  everyMs?: number
}

/**
 * What time does. A sweep handles at most one batch of due rows in the transaction it is given
 * (claimed with `for update skip locked`) and answers how many; it runs again until it answers 0. It does
 * nothing before it has found a row: until then it may be only looking.
 */
export type Sweep = Pace & {
  run: (tx: Tx, at: At) => Promise<number>
}

/** Work outside a transaction; it ends soon once `signal` says that the server cannot wait. */
export type Chore = Pace & {
  /** It rests for as many times as long as it took. */
  restPerWork?: number
  /** Answers `again` when more of the same waits. */
  run: (db: Db, wallNow: Date, signal: AbortSignal) => Promise<unknown>
  /** After its last run. */
  stop?: () => Promise<void> | void
}

type Job = { name: string; run: (signal: AbortSignal) => Promise<unknown> }

const EVERY_MS = 1000
const ROUNDS_MAX = 10_000
/** How long the loop stays with one sweep while others wait: what is left is swept the next time. */
const SWEEP_MS_MAX = 1000
/** The same for somebody who waits for the answer, and sees all of them get on. */
const ASKED_SWEEP_MS_MAX = 100
/** What runs longer than this keeps its lane waiting, and somebody should know. */
const LONG_MS = 10_000
/** How long a stop waits for what is under way before it says so. */
const STOP_MS = 3000

export type Jobs = {
  /** Everything that is due, now. Waits for the job of the lane that is under way. */
  sweep(): Promise<void>
  /** For so long at the most, whatever is under way; answers the names of what may have more to do. */
  sweepWithin(ms: number): Promise<string[]>
  stop(): Promise<void>
}

type Parts = {
  db: Db
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  /** Before anything is swept. */
  beforeSweep?: (() => Promise<void>) | undefined
  /** In tests: nothing goes on by itself, only what is asked for. */
  isIdle?: boolean | undefined
}

/**
 * Works each second from the first one on until stopped, in lanes: deadlines and money in one; whatever waits for somebody
 * outside in a lane of its own, so that nobody outside can hold up a deadline or another outsider. In a
 * lane one job runs at a time, and one that fails is logged and tried again.
 */
export function startJobs(
  parts: Parts & { sweeps: readonly Sweep[]; chores: readonly Chore[]; outside: readonly Chore[] },
): Jobs {
  const { db, clock, sweeps, chores, outside } = parts
  const asJob = (chore: Chore): Job =>
    paced(chore, async (signal) => (await chore.run(db, clock.wallNow(), signal)) !== 'again')
  const looking = { db, begin: () => begin(parts) }
  // What is looked at more seldom than each second looks by itself.
  const looks = openLooks(looking, sweeps, new Set(sweeps.filter(isSeldom)))
  const due = sweeps.map((sweep) =>
    paced(sweep, () =>
      sweepFound(parts, { sweep, looks, until: performance.now() + SWEEP_MS_MAX }),
    ),
  )
  const deadlines = startLane(parts, [...due, ...chores.map(asJob)])
  const apartWhenAsked = new Set<Sweep>()
  const lanes = [deadlines, ...outside.map((chore) => startLane(parts, [asJob(chore)]))]
  return {
    async sweep() {
      await deadlines.inTurn(async () => {
        const looksNow = openLooks(looking, sweeps, apartWhenAsked)
        for (const sweep of sweeps)
          await sweepFound(parts, { sweep, looks: looksNow, until: Infinity })
      })
    },
    async sweepWithin(ms) {
      const until = performance.now() + ms
      const left = new Set(sweeps.map(({ name }) => name))
      const ended = new AbortController()
      const swept = deadlines.inTurn(() => sweepInSlices(parts, { sweeps, left, until }))
      await Promise.race([swept, pause(ms, ended.signal)]).finally(() => ended.abort())
      return [...left]
    },
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()))
      await Promise.all([...chores, ...outside].map(async (chore) => await chore.stop?.()))
    },
  }
}

function paced(
  { name, everyMs = 0, restPerWork = 0 }: Pace & Pick<Chore, 'restPerWork'>,
  work: (signal: AbortSignal) => Promise<boolean>,
): Job {
  let nextAt = Number.NEGATIVE_INFINITY
  return {
    name,
    async run(signal) {
      const startedAt = performance.now()
      if (startedAt < nextAt) return
      const isDone = await work(signal)
      const tookMs = performance.now() - startedAt
      if (isDone) nextAt = startedAt + Math.max(everyMs, tookMs * restPerWork)
    },
  }
}

function isSeldom({ everyMs }: Sweep): boolean {
  return everyMs !== undefined
}

/** The moment that is swept: it comes before whatever stood still is moved on. */
async function begin({ clock, beforeSweep }: Parts): Promise<At> {
  const at = { now: clock.now(), wallNow: believedWall(clock) }
  await beforeSweep?.()
  return at
}

/** Runs a sweep that finds something when it looks; answers whether nothing is due any more. */
async function sweepFound(
  parts: Parts,
  { sweep, looks, until }: { sweep: Sweep; looks: Looks; until: number },
): Promise<boolean> {
  if (await looks.isQuiet(sweep)) return true
  const { handled, isDone } = await sweepDue(parts, sweep, until)
  looks.ran(sweep, handled)
  return isDone
}

/**
 * Runs a sweep until nothing is due, or until its time is over; answers whether nothing is, and how much
 * was. Safe beside other processes: rows are claimed.
 */
async function sweepDue(
  parts: Parts,
  sweep: Sweep,
  until: number,
): Promise<{ handled: number; isDone: boolean }> {
  let handled = 0
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const at = await begin(parts)
    const some = await parts.db.transaction().execute((tx) => sweep.run(tx, at))
    if (some === 0) return { handled, isDone: true }
    handled += some
    if (performance.now() > until) break
  }
  return { handled, isDone: false }
}

/** All in turn, a slice of time each, until none is left or the time is over. */
async function sweepInSlices(
  parts: Parts,
  { sweeps, left, until }: { sweeps: readonly Sweep[]; left: Set<string>; until: number },
): Promise<void> {
  while (left.size > 0) {
    for (const sweep of sweeps) {
      const startedAt = performance.now()
      if (startedAt > until) return
      const slice = Math.min(until, startedAt + ASKED_SWEEP_MS_MAX)
      const { isDone } = await sweepDue(parts, sweep, slice)
      if (isDone) left.delete(sweep.name)
      else left.add(sweep.name)
    }
  }
}

/** Whoever asks for a turn gets back when no job of the lane has hold of a row any more. */
function startLane({ log, isIdle = false }: Parts, jobs: readonly Job[]) {
  const stopping = new AbortController()
  const hurrying = new AbortController()
  const inTurn = serial()
  const attempt = async ({ name, run }: Job) => {
    if (stopping.signal.aborted) return
    const long = setTimeout(() => log.error({ job: name }, 'a job takes long'), LONG_MS)
    try {
      await run(hurrying.signal)
    } catch (error) {
      log.error({ err: error, job: name }, 'a job failed and will be tried again')
    } finally {
      clearTimeout(long)
    }
  }
  // A server that starts answers first: what became due meanwhile can wait for a second more.
  const started = pause(EVERY_MS, stopping.signal)
  const running = started.then(async () => {
    if (isIdle) return
    await loop({
      signal: stopping.signal,
      everyMs: EVERY_MS,
      work: async () => {
        for (const job of jobs) await inTurn(() => attempt(job))
      },
      failed: (error) => log.error({ err: error }, 'the jobs failed and will be tried again'),
    })
  })
  return {
    inTurn,
    async stop() {
      stopping.abort()
      const hurry = setTimeout(() => hurrying.abort(), STOP_MS)
      await running
      clearTimeout(hurry)
    },
  }
}
