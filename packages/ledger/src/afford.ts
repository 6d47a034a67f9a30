/** Which of many events the accounts can pay: asked before they are posted together. */

import { type Tx, runPrepared } from '@btbc/database/database.ts'
import { type Account, accountId, accountOf, floorOf } from '#account.ts'
import { type AvailableRow, lockStatement, readAvailable } from '#lock.ts'
import { type Entry, InsufficientBalance, type Move } from '#post.ts'

export type Afforded = {
  /** For each event who is short, or nothing: then all of it may be posted. */
  short: (InsufficientBalance | undefined)[]
  /** What an account has available when all that may be posted is. */
  availableOf: (account: Account) => bigint
}

/**
 * Goes through the events, each of one or more entries, in their order, and refuses one that would
 * leave an account under its floor, just as posting one after the other would. Their accounts are
 * locked from here on, so what follows should be their posting and the commit. Moves of available
 * parts only.
 */
export async function afford(tx: Tx, events: readonly (readonly Entry[])[]): Promise<Afforded> {
  const balances = await lockAvailable(tx, events.flat())
  const short = events.map((entries) => {
    const before: [number, bigint][] = []
    for (const { moves } of entries) {
      const lacking = apply(balances, moves, before)
      if (!lacking) continue
      for (const [id, amount] of before.toReversed()) balances.set(id, amount)
      return lacking
    }
    return undefined
  })
  return { short, availableOf: (account) => balances.get(accountId(account)) ?? 0n }
}

async function lockAvailable(tx: Tx, entries: readonly Entry[]): Promise<Map<number, bigint>> {
  const touched = entries.flatMap(({ moves }) =>
    moves.flatMap(({ from, to }) => [accountId(from), accountId(to)]),
  )
  const ids = Float64Array.from(new Set(touched)).toSorted()
  const { text, values } = lockStatement(ids)
  return readAvailable(ids, await runPrepared<AvailableRow>(tx, text, values))
}

/**
 * Applies the moves of one entry net, in the order of the ids, and notes what was there `before`;
 * whoever is short is answered.
 */
function apply(
  balances: Map<number, bigint>,
  moves: readonly Move[],
  before: [number, bigint][],
): InsufficientBalance | undefined {
  const changes = new Map<number, bigint>()
  for (const { from, to, amount } of moves) {
    changes.set(accountId(from), (changes.get(accountId(from)) ?? 0n) - amount)
    changes.set(accountId(to), (changes.get(accountId(to)) ?? 0n) + amount)
  }
  for (const [id, change] of [...changes].toSorted(([a], [b]) => a - b)) {
    const available = balances.get(id) ?? 0n
    const account = accountOf(id)
    const spendable = available - floorOf(account)
    if (change < 0n && spendable + change < 0n) {
      return new InsufficientBalance(account, spendable, -change)
    }
    before.push([id, available])
    balances.set(id, available + change)
  }
  return undefined
}
