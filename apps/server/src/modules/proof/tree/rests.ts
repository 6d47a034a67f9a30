import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Rests between pieces of work: short ones while nobody else has work for this machine, long ones beside others. */

/** Others may come between two pieces, and no more: they are told from their work, and trees are not flushed. */
const SHORT_MS = 2
/** Beside others, as a part of what the piece before took: four fifths of the time are theirs alone. */
const LONG = 4
/** Others are at work when they take more than this part of one processor. */
const OTHERS_PART = 0.1
/** The system counts in hundredths of a second: it is asked once there are enough of them. */
const LOOK_MS = 500

type Look = {
  atMs: number
  /** What all processors have done, and of that the threads that clear up after the one that works. */
  busyMs: number
  helpersMs: number
}
export type Machine = { look: () => Look; rest: (ms: number) => Promise<unknown> }

/** To be called after each piece; whoever calls takes one processor at a time and no more. */
export function openRests(machine: Machine = thisMachine): () => Promise<void> {
  let looked = machine.look()
  let begunMs = looked.atMs
  let ownMs = 0
  let beside = false
  return async () => {
    const now = machine.look()
    const workedMs = now.atMs - begunMs
    ownMs += workedMs
    const passedMs = now.atMs - looked.atMs
    if (passedMs >= LOOK_MS) {
      ownMs += now.helpersMs - looked.helpersMs
      beside = now.busyMs - looked.busyMs - ownMs > OTHERS_PART * passedMs
      looked = now
      ownMs = 0
    }
    await machine.rest(beside ? Math.max(SHORT_MS, LONG * workedMs) : SHORT_MS)
    begunMs = machine.look().atMs
  }
}

/** Counted since the machine and this process started. */
const thisMachine: Machine = {
  look: () => ({
    atMs: performance.now(),
    busyMs: cpus().reduce(
      (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
      0,
    ),
    helpersMs: msOf(process.cpuUsage()) - msOf(process.threadCpuUsage()),
  }),
  rest: (ms) => sleep(ms),
}

function msOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000
}
