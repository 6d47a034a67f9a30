import { startRun as startRunCall } from '@btbc/contract/mining.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { afford } from '@btbc/ledger/afford.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import { lockMembers } from '#modules/account/index.ts'
import { countTeams, startsCounted, type TeamSize } from '#modules/team/index.ts'
import type { Outcome } from '#platform/together.ts'

import { type Emission, emissionAt } from './mining.emission.ts'
import { launchUsed, runReserved } from './mining.entries.ts'
import { type KeyedCall, type Keeping, refused } from '#platform/keeping.ts'
import { closeDueRuns } from './mining.runs.ts'
import { type Idle, occupyMachines, readIdle, runsOpened } from './mining.idle.ts'
import { bonusOf, outputPerDay, type Power, RUN_MS } from './power.ts'

/**
 * The start of runs, each of which reserves all of its output. Every start takes from the same pools,
 * so starts that come together are one transaction, which holds the pools for no longer than their
 * posting takes.
 */

export type Start = {
  memberId: number
  /** One machine; or else the base, unless it runs already, and every idle machine. */
  machineId?: number | undefined
  now: Date
  wallNow: Date
  /** Under which this start is done once. */
  call?: KeyedCall | undefined
}

const { response } = startRunCall
export type Started = Response<typeof startRunCall>

/** One start in a transaction of its own. */
export async function startRun(tx: Tx, start: Start): Promise<Started> {
  const [outcome = 'held up'] = await startRuns(tx, [start], { waits: true })
  if (outcome === 'held up') throw new Error('a start that waits is not held up')
  return outcome()
}

/** A start that nothing is against, but perhaps the pools. */
type Planned = { start: Start; idle: Idle; run: Run; entries: readonly Entry[] }
type Run = Power & { id: number; memberId: number; output: bigint; includesBase: boolean }

/** Starts of members, each once, in one transaction. Whoever is locked by others is waited for or left out. */
export async function startRuns(
  tx: Tx,
  starts: readonly Start[],
  { waits, keeping }: { waits: boolean; keeping?: Keeping },
): Promise<Outcome<Started>[]> {
  const now = new Date(Math.max(...starts.map((each) => each.now.getTime())))
  const locked = await lockMembers(
    tx,
    starts.map(({ memberId }) => memberId),
    { waits },
  )
  const held = starts.filter(({ memberId }) => locked.has(memberId))
  const calls = held.flatMap(({ call }) => call ?? [])
  const earlier = await keeping?.findAnswers(tx, calls)
  const ended = await closeDueRuns(
    tx,
    held.map(({ memberId }) => memberId),
    now,
  )
  const look = await lookAt(tx, held, now)
  const plans = starts.map((start): Planned | Outcome<Started> => {
    const member = locked.get(start.memberId)
    if (!member) return 'held up'
    const before = start.call && earlier?.(start.call)
    if (before instanceof Refusal) return refused(before)
    if (before) return () => z.decode(response, before.message as never)
    if (!member.isVerified) return refused(new Refusal('not_verified'))
    return plan(start, look(start), now)
  })
  return await reserve(tx, { plans, ended, now, keeping })
}

/** What is needed to plan a start, read for all of them at once. */
async function lookAt(tx: Tx, starts: readonly Start[], now: Date) {
  const idle = await readIdle(tx, starts)
  const teamOf = await countTeams(
    tx,
    starts.map(({ memberId }) => memberId),
    now,
  )
  const emission = await emissionAt(tx, now)
  return ({ memberId }: Start) => ({ idle: idle(memberId), team: teamOf(memberId), emission })
}

function plan(
  start: Start,
  look: { idle: Idle; team: TeamSize; emission: Emission },
  now: Date,
): Planned | Outcome<Started> {
  const { idle } = look
  const refusal = whyNot(start, idle)
  if (refusal) return refused(refusal)
  const includesBase = start.machineId === undefined && !idle.baseRuns
  const power = powerOfStart({ ...look, includesBase, machines: idle.machines })
  const output = outputPerDay(power)
  const run = { ...power, id: idle.runId, memberId: start.memberId, output, includesBase }
  return { start, idle, run, entries: [launchUsed(run, now), runReserved(run, now)] }
}

function whyNot({ machineId }: Start, { baseRuns, machines, asked }: Idle): Refusal | undefined {
  if (machineId === undefined) {
    return baseRuns && machines.length === 0 ? new Refusal('machine_started') : undefined
  }
  if (asked === null) return new Refusal('machine_not_found')
  if (asked === 'running') return new Refusal('machine_started')
  return asked === 'finished' ? new Refusal('machine_finished') : undefined
}

/** What a run of these machines, with or without the base, gives. */
export function powerOfStart(start: {
  includesBase: boolean
  machines: readonly { incomePerDay: bigint }[]
  team: TeamSize
  emission: Pick<Emission, 'basePerHour'>
}): Power {
  const { includesBase, machines, team, emission } = start
  return {
    basePerHour: includesBase ? emission.basePerHour : 0n,
    machinesPerDay: machines.reduce((sum, each) => sum + each.incomePerDay, 0n),
    bonusPercent: bonusOf({ direct: team.activeDirect, other: team.activeOther }),
  }
}

/**
 * Takes the launches and reserves the output of what was planned, in the order of the asking. From
 * here on pools and reserves are locked: the posting writes everything else with it.
 */
async function reserve(
  tx: Tx,
  batch: {
    plans: readonly (Planned | Outcome<Started>)[]
    ended: readonly Entry[]
    now: Date
    keeping: Keeping | undefined
  },
): Promise<Outcome<Started>[]> {
  const { plans, ended, now, keeping } = batch
  const planned = plans.filter((each) => typeof each === 'object')
  const { short, availableOf } = await afford(tx, [...planned.map(({ entries }) => entries), ended])
  const lacking = new Map(planned.map((each, n) => [each, short[n]]))
  const afforded = planned.filter((each) => lacking.get(each) === undefined)
  const endsAt = new Date(now.getTime() + RUN_MS)
  const done = new Map(
    afforded.map(({ run }) => {
      const { id, memberId, output } = run
      const left = availableOf(memberAccount(memberId, 'launches', currencies.LAUNCH.id))
      const started = { id, started_at: now, ends_at: endsAt, power_output: output }
      return [memberId, { run: started, free_times: Number(left) }]
    }),
  )
  const entries = [...afforded.flatMap((each) => each.entries), ...ended]
  if (entries.length > 0) {
    await occupyMachines(tx, afforded, now)
    await postBatch(tx, entries, [
      ...runsOpened(afforded, now, endsAt),
      startsCounted([...done.keys()], now),
      ...(keeping ? [keeping.answersStored(...answersOf(afforded, done, now))] : []),
    ])
  }
  return plans.map((each): Outcome<Started> => {
    if (typeof each !== 'object') return each
    const error = lacking.get(each)
    const started = done.get(each.run.memberId)
    return error || !started ? refused(error) : () => started
  })
}

function answersOf(
  afforded: readonly Planned[],
  done: ReadonlyMap<number, Started>,
  now: Date,
): Parameters<Keeping['answersStored']> {
  const answers = afforded.flatMap(({ start: { call, memberId } }) => {
    const started = done.get(memberId)
    return call && started ? [{ call, message: z.encode(response, started) }] : []
  })
  return [answers, afforded[0]?.start.wallNow ?? now]
}
