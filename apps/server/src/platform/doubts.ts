import { MINUTE_MS } from './durations.ts'

/** Longer than any transaction, and than anything is believed without asking the database. */
const DOUBTED_MS = 2 * MINUTE_MS

/** Members of whom a transaction changes something that may not be over yet, nor come to anything. */
const doubted = new Map<number, number>()

/** What holds of this member changes now: what is believed of them is looked up meanwhile. */
export function doubt(memberId: number, wallNow: Date): void {
  for (const each of doubted.keys()) if (!isDoubted(each, wallNow)) doubted.delete(each)
  doubted.set(memberId, wallNow.getTime())
}

export function isDoubted(memberId: number, wallNow: Date): boolean {
  const since = doubted.get(memberId)
  return since !== undefined && Math.abs(wallNow.getTime() - since) <= DOUBTED_MS
}
