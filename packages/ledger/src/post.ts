/** The only code that moves money: an entry of balanced moves, posted once. */

import { type Tx, prepare, runPrepared } from '@btbc/database/database.ts'
import { UNITS_MAX } from '@btbc/money/amount.ts'
import { type Account, accountId, accountOf, describeAccount, floorOf } from '#account.ts'
import { type EntryKind, entryKinds } from '#kinds.ts'
import { touch } from '#touched.ts'
import { arrayOf } from '#wire.ts'

export type Part = 'available' | 'held'

/** From and to are the available parts unless said otherwise. */
export type Move = { from: Account; to: Account; amount: bigint; fromPart?: Part; toPart?: Part }

export type Entry = {
  /** Names the event: a second entry with the key of a posted one is the same event again. */
  key: string
  kind: EntryKind
  /** The business time; no part of what makes two entries the same. */
  at: Date
  /** Whose event it is. */
  memberId?: number
  moves: readonly Move[]
  /** Small facts for statements; nothing secret. */
  note?: Record<string, string | number>
}

/** One account cannot give what the entry takes. Nothing was written; the transaction goes on. */
export class InsufficientBalance extends Error {
  readonly account: Account
  readonly available: bigint
  readonly needed: bigint

  constructor(account: Account, available: bigint, needed: bigint) {
    super(`${describeAccount(account)} has ${available} and needs ${needed}`)
    this.name = 'InsufficientBalance'
    this.account = account
    this.available = available
    this.needed = needed
  }
}

const MOVES_MAX = 1_000
const KEY_LENGTH_MAX = 200
const NOTE_LENGTH_MAX = 2_000

const POST = prepare(
  'ledger_post',
  `select outcome, account, spendable, needed
   from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
)

type Outcome = {
  outcome: 'posted' | 'known' | 'different' | 'missing' | 'short'
  account: bigint | null
  spendable: bigint | null
  needed: bigint | null
}

/**
 * Posts one entry: all its moves or none. `posted` is false when the entry was there already.
 * Throws InsufficientBalance when an account would fall below its floor.
 */
export async function post(tx: Tx, entry: Entry): Promise<{ posted: boolean }> {
  checkEntry(entry)
  const values = encodeEntry(entry)
  let row = await runPost(tx, values)
  while (row.outcome === 'missing') {
    await openAccount(tx, accountOf(Number(row.account)))
    row = await runPost(tx, values)
  }
  switch (row.outcome) {
    case 'posted':
      touch(tx, entry.moves)
      return { posted: true }
    case 'known':
      return { posted: false }
    case 'short':
      throw new InsufficientBalance(
        accountOf(Number(row.account)),
        row.spendable ?? 0n,
        row.needed ?? 0n,
      )
    case 'different':
      throw new Error(`Another entry was posted under the key ${entry.key}`)
  }
}

async function runPost(tx: Tx, values: readonly unknown[]): Promise<Outcome> {
  const [row] = await runPrepared<Outcome>(tx, POST, values)
  if (!row) throw new Error('ledger_post gave no outcome')
  return row
}

/** One at a time and in the order of ids, as `ledger_post` asks for them. */
async function openAccount(tx: Tx, account: Account): Promise<void> {
  const { owner, purpose, currency } = account
  await tx
    .insertInto('ledger_account')
    .values({ id: BigInt(accountId(account)), owner, purpose, currency, floor: floorOf(account) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function encodeEntry({ key, kind, at, memberId, note, moves }: Entry): unknown[] {
  const sums = [...netChanges(moves)].toSorted(([a], [b]) => a - b)
  const isAboutHeld = moves.some(({ fromPart, toPart }) => fromPart === 'held' || toPart === 'held')
  return [
    key,
    kind,
    at.toISOString(),
    memberId ?? null,
    note ? JSON.stringify(note) : null,
    arrayOf(sums.map(([id]) => id)),
    arrayOf(sums.map(([, sum]) => sum.available)),
    isAboutHeld ? arrayOf(sums.map(([, sum]) => sum.held)) : null,
    arrayOf(moves.map((move) => accountId(move.from))),
    isAboutHeld ? arrayOf(moves.map((move) => move.fromPart ?? 'available')) : null,
    arrayOf(moves.map((move) => accountId(move.to))),
    isAboutHeld ? arrayOf(moves.map((move) => move.toPart ?? 'available')) : null,
    arrayOf(moves.map((move) => move.amount)),
  ]
}

/** What the moves together change in each account. */
function netChanges(moves: readonly Move[]): Map<number, { available: bigint; held: bigint }> {
  const changes = new Map<number, { available: bigint; held: bigint }>()
  const change = (account: Account, part: Part, amount: bigint): void => {
    const id = accountId(account)
    const sum = changes.get(id) ?? { available: 0n, held: 0n }
    sum[part] += amount
    changes.set(id, sum)
  }
  for (const { from, fromPart, to, toPart, amount } of moves) {
    change(from, fromPart ?? 'available', -amount)
    change(to, toPart ?? 'available', amount)
  }
  return changes
}

/** Stops an entry that must not be posted whatever the balances are: a fault of the caller. */
export function checkEntry(entry: Entry): void {
  const { key, kind, at, moves, note } = entry
  const refuse = (why: string): never => {
    throw new RangeError(`Entry ${key}: ${why}`)
  }
  if (key.length === 0 || key.length > KEY_LENGTH_MAX) refuse('its key is empty or too long')
  if (!(kind in entryKinds)) refuse(`there is no kind ${kind}`)
  if (Number.isNaN(at.getTime())) refuse('it has no time')
  if (moves.length === 0 || moves.length > MOVES_MAX) refuse(`it has ${moves.length} moves`)
  if (note && JSON.stringify(note).length > NOTE_LENGTH_MAX) refuse('its note is too long')
  for (const move of moves) {
    const fault = findFault(move)
    if (fault) refuse(fault)
  }
}

function findFault(move: Move): string | undefined {
  const { from, to, amount, fromPart = 'available', toPart = 'available' } = move
  if (typeof amount !== 'bigint' || amount <= 0n || amount > UNITS_MAX) return `amount ${amount}`
  if (from.currency !== to.currency) return 'a move between two currencies'
  if (accountId(from) === accountId(to) && fromPart === toPart)
    return 'a move to where it comes from'
  // House rule 2: no payout ever comes from another member's deposit. The treasury may buy.
  const isPool =
    to.owner === null && to.purpose.startsWith('pool:') && to.purpose !== 'pool:treasury'
  if (isPool && from.owner !== null) return `${describeAccount(from)} would fund ${to.purpose}`
  return undefined
}
