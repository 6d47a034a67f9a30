import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Rests between pieces of work: hardly any while nobody else has work for this machine, long ones beside others. */

/**
 * Whoever has just woken may keep a processor until Linux looks again, four milliseconds later, though it
 * is in the idle class and others wait: who goes to sleep by itself before is in nobody's way for longer.
 */
const PIECE_MS = 1
/** Others may come between two pieces, and no more: they are told from their work, and trees are not flushed. */
const SHORT_MS = 0.05
/** Beside others, as a part of what the piece before took: four fifths of the time are theirs alone. */
const LONG = 4
/** Others are at work when they take more than this part of one processor; the system by itself takes up to a tenth. */
const OTHERS_PART = 0.15
/** The system counts in hundredths of a second: it is asked once there are enough of them. */
const LOOK_MS = 500

export type Machine = {
  nowMs: () => number
  /** What all processors have done since some moment. */
  busyMs: () => number
  rest: (ms: number) => Promise<unknown>
}

/** To be called more often than there are rests; whoever calls takes one processor at a time and no more. */
export function openRests(machine: Machine = thisMachine): () => Promise<void> {
  let looked = { atMs: machine.nowMs(), busyMs: machine.busyMs() }
  let begunMs = looked.atMs
  let ownMs = 0
  let beside = false
  return async () => {
    const atMs = machine.nowMs()
    const workedMs = atMs - begunMs
    if (workedMs < PIECE_MS) return
    ownMs += workedMs
    const passedMs = atMs - looked.atMs
    if (passedMs >= LOOK_MS) {
      const busyMs = machine.busyMs()
      beside = busyMs - looked.busyMs - ownMs > OTHERS_PART * passedMs
      looked = { atMs, busyMs }
      ownMs = 0
    }
    await machine.rest(beside ? LONG * workedMs : SHORT_MS)
    begunMs = machine.nowMs()
    // To fall asleep and to wake takes a processor for as long as a short rest.
    if (!beside) ownMs += begunMs - atMs
  }
}

const nobody = new Int32Array(new SharedArrayBuffer(4))

const thisMachine: Machine = {
  nowMs: () => performance.now(),
  busyMs: () =>
    cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0),
  // A timer is no shorter than a millisecond.
  rest: async (ms) => (ms < 1 ? Atomics.wait(nobody, 0, 0, ms) : await sleep(ms)),
}
