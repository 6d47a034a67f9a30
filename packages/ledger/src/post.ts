/** The only code that moves money: an entry of balanced moves, posted once. */

import { type Tx, prepare, runPrepared } from '@btbc/database/database.ts'
import { UNITS_MAX } from '@btbc/money/amount.ts'
import { sql } from 'kysely'
import { type Account, accountId, accountOf, describeAccount, floorOf } from '#account.ts'
import { type EntryKind, entryKinds } from '#kinds.ts'
import { arrayOf, arrayOfTexts } from '#wire.ts'

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
   from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
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
  if (row.outcome === 'missing') {
    await openAccounts(tx, accountsOf([entry]))
    row = await runPost(tx, values)
  }
  switch (row.outcome) {
    case 'posted':
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
    case 'missing':
      throw new Error(`The accounts of ${entry.key} cannot be opened`)
  }
}

async function runPost(tx: Tx, values: readonly unknown[]): Promise<Outcome> {
  const [row] = await runPrepared<Outcome>(tx, POST, values)
  if (!row) throw new Error('ledger_post gave no outcome')
  return row
}

/** Opens those of these accounts that do not exist yet, in the order everybody takes. */
export async function openAccounts(tx: Tx, accounts: ReadonlyMap<number, Account>): Promise<void> {
  const opened = encodeAccounts(accounts)
  await sql`
    insert into ledger_account (id, owner, purpose, currency, floor)
    select id, owner, purpose, currency, floor
    from unnest(${opened.ids}::bigint[], ${opened.owners}::integer[], ${opened.purposes}::text[],
      ${opened.currencies}::integer[], ${opened.floors}::bigint[])
      as a (id, owner, purpose, currency, floor)
    order by id
    on conflict do nothing`.execute(tx)
}

/** Every account these entries touch, by id, in the order of ids. */
export function accountsOf(entries: readonly Entry[]): Map<number, Account> {
  const accounts = new Map<number, Account>()
  for (const { moves } of entries) {
    for (const { from, to } of moves) {
      accounts.set(accountId(from), from)
      accounts.set(accountId(to), to)
    }
  }
  return new Map([...accounts].toSorted(([a], [b]) => a - b))
}

/** Accounts as the array values of a statement. */
export function encodeAccounts(accounts: ReadonlyMap<number, Account>): {
  ids: string
  owners: string
  purposes: string
  currencies: string
  floors: string
} {
  const each = [...accounts.values()]
  return {
    ids: arrayOf([...accounts.keys()]),
    owners: arrayOf(each.map((account) => account.owner ?? 'null')),
    purposes: arrayOfTexts(each.map((account) => account.purpose)),
    currencies: arrayOf(each.map((account) => account.currency)),
    floors: arrayOf(each.map(floorOf)),
  }
}

function encodeEntry({ key, kind, at, memberId, note, moves }: Entry): unknown[] {
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
  return [
    key,
    kind,
    at.toISOString(),
    memberId ?? null,
    note ? JSON.stringify(note) : null,
    arrayOf([...changes.keys()]),
    arrayOf([...changes.values()].map((sum) => sum.available)),
    arrayOf([...changes.values()].map((sum) => sum.held)),
    arrayOf(moves.map((move) => accountId(move.from))),
    arrayOf(moves.map((move) => move.fromPart ?? 'available')),
    arrayOf(moves.map((move) => accountId(move.to))),
    arrayOf(moves.map((move) => move.toPart ?? 'available')),
    arrayOf(moves.map((move) => move.from.currency)),
    arrayOf(moves.map((move) => move.amount)),
  ]
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
