import { createHash } from 'node:crypto'

import type { Waits } from '../engine/waits.ts'

/**
 * Time that goes as the seed says. Everything that will happen is a row of one list, each happens at
 * its moment, alone, and what follows from it without waiting has followed before the next one does.
 */

/** A process: what is meant for it is lost when it is over, and late while it stalls. */
export type Life = { name: string; isOver: boolean; stalledUntilMs: number }

/** So that whoever watches this process hears of it. */
const STEPS_AT_ONCE = 1_000
const LINES_LENGTH_MAX = 65_536

type Due = { atMs: number; number: number; life: Life | undefined; run: () => void }

export class Scheduler {
  nowMs = 0
  steps = 0
  /** A heap: none is due before the one at half of its place. */
  readonly #due: Due[] = []
  readonly #trace = createHash('sha256')
  /** Lines of the trace that are not hashed yet: one by one they would cost more than what they tell. */
  #lines = ''
  /** What is to have a turn of its own. */
  #soon: (() => void)[] = []
  #number = 0

  /** Things of one moment happen in the order in which they were said. */
  after(ms: number, life: Life | undefined, run: () => void): void {
    this.#push({ atMs: this.nowMs + ms, number: (this.#number += 1), life, run })
  }

  /** Lets the next thing happen. */
  async step(): Promise<void> {
    const due = this.#pop()
    if (due.life?.isOver === true) return
    if (due.life && due.life.stalledUntilMs > due.atMs) {
      this.#push({ ...due, atMs: due.life.stalledUntilMs })
      return
    }
    this.nowMs = due.atMs
    this.steps += 1
    due.run()
    // What was left over by the last step, and what follows from this one.
    await this.#takeTurns()
    await this.#takeTurns()
    if (this.steps % STEPS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }

  /** What the engine tells, it tells in a turn of its own. */
  async #takeTurns(): Promise<void> {
    await followed()
    const turns = this.#soon
    this.#soon = []
    for (const run of turns) {
      run()
      await followed()
    }
  }

  /** A line of the trace: two runs are the same when all their lines are. */
  note(line: string): void {
    this.#lines += `${this.nowMs} ${line}\n`
    if (this.#lines.length > LINES_LENGTH_MAX) this.#hash()
  }

  digest(): string {
    this.#hash()
    return this.#trace.copy().digest('hex').slice(0, 16)
  }

  #hash(): void {
    this.#trace.update(this.#lines)
    this.#lines = ''
  }

  waitsOf(life: Life): Waits {
    return {
      soon: (run) => void this.#soon.push(run),
      nowMs: () => this.nowMs,
      pause: async (ms, signal) => {
        if (signal.aborted) return
        await new Promise<void>((resolve) => {
          this.after(ms, life, resolve)
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      },
    }
  }

  #push(due: Due): void {
    const heap = this.#due
    let at = heap.length
    while (at > 0) {
      const above = (at - 1) >> 1
      const other = heap[above]
      if (!other || !isBefore(due, other)) break
      heap[at] = other
      at = above
    }
    heap[at] = due
  }

  #pop(): Due {
    const heap = this.#due
    const [first] = heap
    const last = heap.pop()
    if (!first || !last) throw new Error('Nothing will ever happen again')
    if (heap.length === 0) return first
    let at = 0
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
      if (!left) break
      const isRight = right !== undefined && isBefore(right, left)
      const next = isRight ? right : left
      if (!isBefore(next, last)) break
      heap[at] = next
      at = 2 * at + (isRight ? 2 : 1)
    }
    heap[at] = last
    return first
  }
}

function isBefore(one: Due, other: Due): boolean {
  return one.atMs === other.atMs ? one.number < other.number : one.atMs < other.atMs
}

/** When all that follows without waiting has followed: Node does what is next after its promises. */
function followed(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}
