import type { Tx } from '@btbc/database/database.ts'
import { currencyCode, type CurrencyId } from '@btbc/money/currency.ts'
import type { Hash } from 'viem'
import * as z from 'zod/mini'

import { callOperators } from '#modules/operator/index.ts'
import { stopCurrency, stoppedCurrencies } from '#modules/stop/stop.ts'

import { type FoundArrivals, bookArrivals, readFound, writeUntold } from '#modules/deposit/index.ts'
import { figure, grouped } from '#chain/figures.ts'
import type { Holders } from './custody-check.ts'
import { isOld } from './silence.ts'

/**
 * Books against their outside. A difference stops withdrawals of the currency at once and calls the
 * operators; two of them let withdrawals go again, and with it accept exactly that difference.
 */

/** One comparison, in 18 decimals. */
export type Comparison = {
  source: 'chain' | 'rail:bank' | 'rail:gateway'
  currency: CurrencyId
  block: bigint | null
  books: bigint
  outside: bigint
  /** What strangers had sent to the house by then and is in no book yet. */
  arrivals?: FoundArrivals
  holders?: Holders
  /** Of a coin that may come without a transfer that says so: the block's own hash. */
  blockHash?: Hash
  /** Of custody: the block that had been compared last when its books were read. */
  lastBlock?: bigint | null
}

/** The block at which custody of a coin was compared last. */
export async function readLastBlock(tx: Tx, currency: CurrencyId): Promise<bigint | null> {
  const last = await tx
    .selectFrom('reconciliation')
    .select('block')
    .where('source', '=', 'chain')
    .where('currency', '=', currency)
    .executeTakeFirst()
  return last?.block ?? null
}

/** Writes down what was compared; a new mismatch stops withdrawals in the same transaction. */
export async function recordComparisons(
  tx: Tx,
  { comparisons, now, wallNow }: { comparisons: readonly Comparison[]; now: Date; wallNow: Date },
): Promise<void> {
  for (const compared of comparisons) {
    const { source, currency, block } = compared
    const known = await tx
      .selectFrom('reconciliation')
      .select(['explained', 'agrees', 'since', 'block'])
      .where('source', '=', source)
      .where('currency', '=', currency)
      .forUpdate()
      .executeTakeFirst()
    // Somebody else compared a later block meanwhile.
    if (known && block !== null && known.block !== null && known.block > block) continue
    const explained = known?.explained ?? 0n
    const isLatest = (compared.lastBlock ?? null) === (known?.block ?? null)
    const comparison = await withArrivals(tx, { compared, explained, isLatest, now, wallNow })
    if (!comparison) continue
    const { books, outside } = comparison
    const agrees = outside - books === explained
    const since = known?.agrees === agrees ? known.since : now
    // A chain that stands still is asked again and again and says nothing new.
    const isNews = block === null || known?.block !== block
    const heard = isNews || !known ? { heard_at: wallNow, called_at: null } : {}
    const holders = comparison.holders ? JSON.stringify(comparison.holders) : null
    const values = { block, books, outside, agrees, holders, checked_at: now, since, ...heard }
    await tx
      .insertInto('reconciliation')
      .values({ source, currency, ...values })
      .onConflict((conflict) => conflict.columns(['source', 'currency']).doUpdateSet(values))
      .execute()
    if (!agrees) await stopAndCall(tx, comparison, { now, wallNow })
  }
}

/** What custody has more because strangers sent it is booked first; it is no mismatch. */
async function withArrivals(
  tx: Tx,
  request: {
    compared: Comparison
    explained: bigint
    /** Nobody has compared since its books were read. */
    isLatest: boolean
    now: Date
    wallNow: Date
  },
): Promise<Comparison | undefined> {
  const { compared, explained, isLatest, now, wallNow } = request
  const { currency, books, outside, block, blockHash } = compared
  const more = outside - books - explained
  if (compared.arrivals === undefined || more <= 0n) return compared
  let { arrivals } = compared
  if (block !== null && blockHash !== undefined && more > arrivals.onChain) {
    // Somebody else may have found the same at another block, and booked it.
    if (!isLatest) return undefined
    const onChain = more - arrivals.onChain
    const untold = { currency, onChain, txHash: blockHash, blockNumber: block }
    if (!(await writeUntold(tx, { ...untold, now, wallNow }))) return undefined
    arrivals = await readFound(tx, currency)
  }
  const booked = await bookArrivals(tx, { currency, arrivals, more, now })
  if (!booked) return undefined
  return { ...compared, books: books + booked.books, outside: outside - booked.cutOff }
}

/** Also when it was resumed a minute ago: what does not agree does not leave. */
async function stopAndCall(
  tx: Tx,
  mismatch: Comparison,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<void> {
  const { currency } = mismatch
  if ((await stoppedCurrencies(tx)).has(currency)) return
  const reason = describeMismatch(mismatch)
  await stopCurrency(tx, { currency, reason, now })
  await callOperators(tx, {
    subject: `withdrawals of ${currencyCode(currency)} are stopped`,
    text: `${reason}. Withdrawals of ${currencyCode(currency)} are stopped until two operators let them go again, in the console under Overview.`,
    now: wallNow,
  })
}

function describeMismatch({ source, currency, block, books, outside }: Comparison): string {
  const place = source === 'chain' ? `custody at block ${block}` : source
  const said = (units: bigint) => `${grouped(units)} ${currencyCode(currency)}`
  return `Books and ${place} differ by ${said(outside - books)}: the books say ${said(books)}, outside are ${said(outside)}`
}

/** Of each comparison that does not agree: by how much, and of what. */
export async function listMismatches(tx: Tx) {
  const rows = await tx
    .selectFrom('reconciliation')
    .select(['source', 'currency', 'books', 'outside', 'since'])
    .where('agrees', '=', false)
    .orderBy('source')
    .orderBy('currency')
    .execute()
  return rows.map(({ source, currency, books, outside, since }) => {
    const difference = outside - books
    const size = grouped(difference < 0n ? -difference : difference)
    const place = source === 'chain' ? 'custody on the chain' : source
    const text = `${size} ${currencyCode(currency)} ${difference < 0n ? 'less' : 'more'} in ${place} than in the books`
    return { kind: 'mismatch' as const, text, at: since }
  })
}

export async function listChecks(tx: Tx, wallNow: Date) {
  const rows = await tx
    .selectFrom('reconciliation')
    .selectAll()
    .orderBy('source')
    .orderBy('currency')
    .execute()
  return rows.map((row) => ({
    source: z.enum(['chain', 'rail:bank', 'rail:gateway']).parse(row.source),
    currency: row.currency,
    block: row.block === null ? null : Number(row.block),
    books: figure(row.books),
    outside: figure(row.outside),
    difference: figure(row.outside - row.books),
    explained: figure(row.explained),
    agrees: row.agrees && isOld(row.heard_at, wallNow) ? null : row.agrees,
    checked_at: row.checked_at,
    since: row.since,
  }))
}
