import type { Db, Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import type { Hash } from 'viem'

import { type Head, noteProgress } from '#chain/head.ts'
import { toUnits } from '#chain/units.ts'
import { readable } from '#modules/rail/index.ts'
import { callOperators } from '#modules/operator/index.ts'
import { writeArrivals } from './arrivals.ts'
import { figure } from '#chain/figures.ts'
import { tellMember } from '#modules/account/index.ts'
import { getCoin } from '#modules/wallet/index.ts'

import type { Arrived } from './arrived.ts'
import { depositCredited, depositSeen } from './deposit.entries.ts'
import { DEPOSITS, leastDeposit } from './deposit.rules.ts'
import { explain } from './explained.ts'
import type { KnownAddresses } from './known-addresses.ts'
import type { ScannedBlock, Transfer } from './scan.ts'
import { addUnswept } from './unswept.ts'

/** Writes down what was read: shown while it may go, posted once it cannot. */

type Reading = {
  known: KnownAddresses
  transfers: readonly Transfer[]
  head: Head
  now: Date
}

/**
 * A stretch of final blocks: their transfers go into the books and, where they count, to the members.
 * False when another process was here first.
 */
export async function recordFinal(
  db: Db,
  reading: Reading & {
    transfers: readonly Arrived[]
    blocks: readonly ScannedBlock[]
    wallNow: Date
    expected: { finalBlock: bigint; next: { finalBlock: bigint; finalHash: Hash } }
  },
): Promise<boolean> {
  const { known, head, now, wallNow, expected } = reading
  return await db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('deposit_watch')
      .set({
        final_block: expected.next.finalBlock,
        final_hash: expected.next.finalHash,
        head_block: head.latest,
        looked_at: now,
      })
      .where('final_block', '=', expected.finalBlock)
      .where('halted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!moved) return false
    const ofHouse = (transfer: Transfer) => known.isHouse(transfer.to)
    await writeArrivals(tx, { transfers: reading.transfers.filter(ofHouse), now })
    await explain(tx, reading.blocks)
    const transfers = await depositsOf(tx, reading, reading.transfers)
    const deposits = transfers.map((each) => ({
      transfer: each,
      memberId: known.memberOf(each.to),
    }))
    await bookDeposits(tx, deposits, { now, wallNow })
    await noteProgress(tx, DEPOSITS, expected.next.finalBlock)
    return true
  })
}

export type BookedAt = { now: Date; wallNow: Date }

/** Final for good: into the books, and to the members where they count. */
export async function bookDeposits(
  tx: Tx,
  deposits: readonly { memberId: number; transfer: Arrived }[],
  at: BookedAt,
): Promise<void> {
  const touched = new Map<string, { memberId: number; currency: CurrencyId }>()
  for (const { memberId, transfer } of deposits) {
    await writeFinal(tx, { transfer, memberId, ...at })
    const { currency } = transfer
    touched.set(`${memberId} ${currency}`, { memberId, currency })
  }
  for (const each of touched.values()) await creditReached(tx, { ...each, ...at })
}

async function writeFinal(
  tx: Tx,
  written: { transfer: Arrived; memberId: number; now: Date; wallNow: Date },
): Promise<void> {
  const { transfer, memberId, now, wallNow } = written
  const { currency, txHash, onChain, said } = transfer
  const amount = toUnits(onChain)
  const problem =
    onChain === said ? '' : `the token says ${figure(said)} and ${figure(onChain)} arrived`
  const turn = { state: 'final', final_at: now, problem } as const
  const row = await write(tx, { transfer, memberId, now, turn })
  if (!row) throw new Error(`${transfer.txHash} is final for the second time`)
  if (problem !== '') await callAbout(tx, { id: row.id, problem, wallNow })
  const deposit = { id: row.id, memberId, currency, amount, txHash }
  // Less than a unit is on the chain and nothing in the books.
  if (amount > 0n) await post(tx, depositSeen(deposit, now))
}

/** An operator has to look at it; the Overview shows it as well. */
async function callAbout(
  tx: Tx,
  { id, problem, wallNow }: { id: number; problem: string; wallNow: Date },
): Promise<void> {
  const subject = `deposit D${id}`
  await callOperators(tx, { subject, text: `About deposit D${id}: ${problem}.`, now: wallNow })
}

/** Each deposit counts by itself, or with those that were too small alone. */
async function creditReached(
  tx: Tx,
  {
    memberId,
    currency,
    now,
    wallNow,
  }: { memberId: number; currency: CurrencyId; now: Date; wallNow: Date },
): Promise<void> {
  const waiting = await tx
    .selectFrom('deposit')
    .select(['id', 'amount', 'tx_hash'])
    .where('member_id', '=', memberId)
    .where('currency', '=', currency)
    .where('state', '=', 'final')
    .where('amount', '>', 0n)
    .orderBy('id')
    .forUpdate()
    .execute()
  const sum = waiting.reduce((total, { amount }) => total + amount, 0n)
  if (waiting.length === 0 || sum < leastDeposit(currency)) return
  for (const { id, amount, tx_hash: txHash } of waiting) {
    const credited = await tx
      .updateTable('deposit')
      .set({ state: 'credited', credited_at: now })
      .where('id', '=', id)
      .where('state', '=', 'final')
      .returning('id')
      .executeTakeFirst()
    if (!credited) throw new Error(`deposit ${id} was credited meanwhile`)
    await post(tx, depositCredited({ id, memberId, currency, amount, txHash }, now))
    await addUnswept(tx, { memberId, currency, amount, now })
    const facts = {
      amount: readable(amount),
      currency: getCoin(currency).code,
      hash: txHash,
    }
    await tellMember(tx, memberId, { kind: 'deposit_credited', facts, wallNow })
  }
}

/** What stands above the final block now; what stood there and does not any more is gone. */
export async function recordSeen(db: Db, reading: Reading & { finalBlock: bigint }): Promise<void> {
  const { known, head, now, finalBlock } = reading
  await db.transaction().execute(async (tx) => {
    const watch = await tx
      .updateTable('deposit_watch')
      .set({ head_block: head.latest, looked_at: now })
      .where('final_block', '=', finalBlock)
      .where('halted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!watch) return
    const transfers = await depositsOf(tx, reading, reading.transfers)
    const there: number[] = []
    for (const transfer of transfers) {
      const memberId = known.memberOf(transfer.to)
      const row = await write(tx, { transfer, memberId, now, turn: { state: 'seen' } })
      if (row) there.push(row.id)
    }
    await tx
      .updateTable('deposit')
      .set({ state: 'gone' })
      .where('state', '=', 'seen')
      .where(({ eb, fn }) => eb.not(eb('id', '=', fn.any(eb.val(there)))))
      .execute()
  })
}

/** To members: what the house sends to pay for the gas of a sweep is no deposit. */
async function depositsOf<Seen extends Transfer>(
  tx: Tx,
  { known }: Pick<Reading, 'known'>,
  seen: readonly Seen[],
): Promise<readonly Seen[]> {
  const transfers = seen.filter(({ to }) => !known.isHouse(to))
  if (transfers.length === 0) return transfers
  const hashes = transfers.map(({ txHash }) => txHash)
  const { rows } = await sql<{ hash: string }>`
    select attempt.hash from chain_attempt attempt
    join chain_transaction sent on sent.id = attempt.transaction_id
    where attempt.hash = any (${hashes}::text[]) and sent.purpose = 'gas_topup'`.execute(tx)
  const own = new Set(rows.map(({ hash }) => hash))
  return transfers.filter(({ txHash }) => !own.has(txHash))
}

/** Of a transfer that is known and not final the row as it is now, else a new one; undefined when it is final. */
async function write(
  tx: Tx,
  written: {
    transfer: Transfer
    memberId: number
    now: Date
    turn: { state: 'seen' } | { state: 'final'; final_at: Date; problem: string }
  },
): Promise<{ id: number } | undefined> {
  const { transfer, memberId, now, turn } = written
  const { txHash, ordinal } = transfer
  const row = { ...found(transfer, memberId), ...turn }
  const known = await tx
    .updateTable('deposit')
    .set(row)
    .where('tx_hash', '=', txHash)
    .where('ordinal', '=', ordinal)
    .where('state', 'in', ['seen', 'gone'])
    .returning('id')
    .executeTakeFirst()
  if (known) return known
  return await tx
    .insertInto('deposit')
    .values({ tx_hash: txHash, ordinal, ...row, seen_at: now })
    .onConflict((conflict) => conflict.columns(['tx_hash', 'ordinal']).doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** What the block says; another block may say it otherwise. */
function found(transfer: Transfer, memberId: number) {
  return {
    member_id: memberId,
    currency: transfer.currency,
    address: transfer.to,
    block_number: transfer.blockNumber,
    block_hash: transfer.blockHash,
    on_chain: transfer.onChain,
    amount: toUnits(transfer.onChain),
  }
}
