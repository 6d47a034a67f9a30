import { availableParallelism, cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { readIfThere } from '@btbc/database/keep-running.ts'

/** Rests between pieces of work: hardly any while nobody else has work for this machine, long ones beside others. */

/**
 * Whoever has just woken may keep a processor until Linux looks again, four milliseconds later, though it
 * is in the idle class and others wait: who goes to sleep by itself before is in nobody's way for longer.
 */
const PIECE_MS = 1
/** Others may come between two pieces, and no more: they are told from their work, and trees are not flushed. */
const SHORT_MS = 0.05
/** Beside others, as a part of what the piece before took: two thirds of the time are theirs alone. */
const LONG = 2
/** Then it begins between two of them, or after so many looks. */
const GAP_MS = 0.25
const LOOKS_MAX = 12
/** Others are at work when they take more than this part of one processor. */
const OTHERS_PART = 0.05
/** The system counts in hundredths of a second: it is asked once there are enough of them. */
const LOOK_MS = 500

export type Machine = {
  nowMs: () => number
  /** What all processors have done for others since some moment. */
  othersMs: () => number
  /** Others have half of the processors or more at this moment. */
  isTaken: () => boolean
  rest: (ms: number) => Promise<unknown>
}

/** To be called more often than there are rests. Others are taken to be at work until it is known. */
export function openRests(machine: Machine): () => Promise<void> {
  let looked = { atMs: machine.nowMs(), othersMs: machine.othersMs() }
  let begunMs = looked.atMs
  let beside = true
  return async () => {
    const atMs = machine.nowMs()
    const workedMs = atMs - begunMs
    if (workedMs < PIECE_MS) return
    const passedMs = atMs - looked.atMs
    if (passedMs >= LOOK_MS) {
      const othersMs = machine.othersMs()
      beside = othersMs - looked.othersMs > OTHERS_PART * passedMs
      looked = { atMs, othersMs }
    }
    await machine.rest(beside ? LONG * workedMs : SHORT_MS)
    if (beside) await waitForGap(machine)
    begunMs = machine.nowMs()
  }
}

async function waitForGap({ isTaken, rest }: Machine): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX && isTaken(); looks += 1) await rest(GAP_MS)
}

const PROCESSORS = availableParallelism()
const nobody = new Int32Array(new SharedArrayBuffer(4))
const NS_IN_MS = 1_000_000
const US_IN_MS = 1_000

/** This machine, where this process and those of `helpers` are not others. */
export function thisMachine(helpers: readonly number[]): Machine {
  return {
    nowMs: () => performance.now(),
    isTaken: () => countRunning() - 1 >= PROCESSORS / 2,
    othersMs: () => helpers.reduce((left, pid) => left - takenMs(pid), busyMs() - ownMs()),
    // A timer is no shorter than a millisecond.
    rest: async (ms) => (ms < 1 ? Atomics.wait(nobody, 0, 0, ms) : await sleep(ms)),
  }
}

function busyMs(): number {
  return cpus().reduce(
    (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
    0,
  )
}

function ownMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / US_IN_MS
}

/** Where Linux does not tell, a helper is taken for somebody else. */
function takenMs(pid: number): number {
  return Number(readIfThere(`/proc/${pid}/schedstat`)?.split(' ')[0] ?? 0) / NS_IN_MS
}

/** Who has a processor or waits for one, this process among them; none where Linux does not tell. */
function countRunning(): number {
  return Number(/ (\d+)\/\d+ /.exec(readIfThere('/proc/loadavg') ?? '')?.[1] ?? 0)
}
