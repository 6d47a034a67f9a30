/** Whose accounts a transaction has changed so far: for those who tell members after its commit. */

import type { Tx } from '@btbc/database/database.ts'
import type { Account } from '#account.ts'

const touched = new WeakMap<Tx, Set<number>>()
const NOBODY: ReadonlySet<number> = new Set()

export function touch(tx: Tx, moves: readonly { from: Account; to: Account }[]): void {
  const known = touched.get(tx) ?? new Set()
  touched.set(tx, known)
  for (const { from, to } of moves) {
    if (from.owner !== null) known.add(from.owner)
    if (to.owner !== null) known.add(to.owner)
  }
}

export function membersTouched(tx: Tx): ReadonlySet<number> {
  return touched.get(tx) ?? NOBODY
}
