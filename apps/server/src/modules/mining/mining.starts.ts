import { startRun as startRunCall } from '@btbc/contract/mining.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

import { lockMembers } from '#modules/account/index.ts'
import {
  countTeams,
  startsCounted,
  type TeamBonus,
  teamBonus,
  type TeamSize,
} from '#modules/team/index.ts'
import { settingAt } from '#platform/settings.ts'
import { type Asked, bookAfforded, findOutcomes } from '#platform/keyed-batch.ts'
import type { StoredAnswers } from '#platform/stored-answers.ts'
import { type Outcome, refused } from '#platform/together.ts'

import { type Emission, emissionAt } from './mining.emission.ts'
import { launchUsed, runReserved } from './mining.entries.ts'
import { closeDueRuns } from './mining.runs.ts'
import { type Idle, occupyMachines, readIdle, runsOpened } from './mining.idle.ts'
import { bonusOf, outputPerDay, type Power, RUN_MS } from './power.ts'

/**
 * The start of runs, each of which reserves all of its output. Every start takes from the same pools,
 * so starts that come together are one transaction, which holds the pools for no longer than their
 * posting takes.
 */

export type Start = Asked & {
  /** One machine; or else the base, unless it runs already, and every idle machine. */
  machineId?: number | undefined
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
type Planned = { asked: Start; idle: Idle; run: Run; entries: readonly Entry[] }
type Run = Power & { id: number; memberId: number; output: bigint; includesBase: boolean }

/** Starts of members, each once, in one transaction. Whoever is locked by others is waited for or left out. */
export async function startRuns(
  tx: Tx,
  starts: readonly Start[],
  { waits, storedAnswers }: { waits: boolean; storedAnswers?: StoredAnswers },
): Promise<Outcome<Started>[]> {
  const now = new Date(Math.max(...starts.map((each) => each.now.getTime())))
  const locked = await lockMembers(
    tx,
    starts.map(({ memberId }) => memberId),
    { waits },
  )
  const held = starts.filter(({ memberId }) => locked.has(memberId))
  const outcomeOf = await findOutcomes(tx, starts, { locked, response, storedAnswers })
  const ended = await closeDueRuns(
    tx,
    held.map(({ memberId }) => memberId),
    now,
  )
  const look = await lookAt(tx, held, now)
  const plans = starts.map((start) => {
    const isVerified = locked.get(start.memberId)?.isVerified === true
    const known = outcomeOf(start)
    if (known) return known
    return isVerified ? plan(start, look(start), now) : refused(new Refusal('not_verified'))
  })
  const endsAt = new Date(now.getTime() + RUN_MS)
  return await bookAfforded(tx, plans, {
    response,
    storedAnswers,
    besides: ended,
    answerOf({ run: { id, memberId, output } }, availableOf): Started {
      const left = availableOf(memberAccount(memberId, 'launches', currencies.LAUNCH.id))
      const run = { id, started_at: now, ends_at: endsAt, power_output: output }
      return { run, free_times: Number(left) }
    },
    async rowsOf(afforded) {
      await occupyMachines(tx, afforded, now)
      const members = afforded.map(({ run }) => run.memberId)
      return [...runsOpened(afforded, now, endsAt), startsCounted(members, now)]
    },
  })
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
  const bonus = await settingAt(tx, teamBonus, now)
  return ({ memberId }: Start) => ({
    idle: idle(memberId),
    team: teamOf(memberId),
    emission,
    bonus,
  })
}

function plan(
  start: Start,
  look: { idle: Idle; team: TeamSize; emission: Emission; bonus: TeamBonus },
  now: Date,
): Planned | Outcome<Started> {
  const { idle } = look
  const refusal = whyNot(start, idle)
  if (refusal) return refused(refusal)
  const includesBase = start.machineId === undefined && !idle.baseRuns
  const power = powerOfStart({ ...look, includesBase, machines: idle.machines })
  const output = outputPerDay(power)
  const run = { ...power, id: idle.runId, memberId: start.memberId, output, includesBase }
  return { asked: start, idle, run, entries: [launchUsed(run, now), runReserved(run, now)] }
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
  bonus: TeamBonus
}): Power {
  const { includesBase, machines, team, emission, bonus } = start
  return {
    basePerHour: includesBase ? emission.basePerHour : 0n,
    machinesPerDay: machines.reduce((sum, each) => sum + each.incomePerDay, 0n),
    bonusPercent: bonusOf({ direct: team.activeDirect, other: team.activeOther }, bonus),
  }
}
