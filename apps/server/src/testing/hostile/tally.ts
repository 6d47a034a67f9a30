import type { Heard } from './caller.ts'

/** What was done of each kind, and what it was answered. */

export type Tally = Map<string, { done: number; answers: Map<string, number> }>

/** One more act of this kind begins. */
export function begin(tally: Tally, name: string): void {
  rowOf(tally, name).done += 1
}

export function note(tally: Tally, name: string, { status, code }: Heard): void {
  const { answers } = rowOf(tally, name)
  const answer = code === '' ? String(status) : String(code)
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
}

function rowOf(tally: Tally, name: string) {
  const row = tally.get(name) ?? { done: 0, answers: new Map<string, number>() }
  tally.set(name, row)
  return row
}

/** A line for each kind: how often it was done, and its answers, the most frequent first. */
export function linesOf(tally: Tally): string[] {
  return [...tally].toSorted(byName).map(([name, { done, answers }]) => {
    const counts = [...answers].toSorted(([, a], [, b]) => b - a)
    const heard = counts.map(([answer, count]) => `${answer} ${count}`).join(', ')
    return `${name}: done ${done} times; heard ${heard === '' ? 'nothing' : heard}`
  })
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
