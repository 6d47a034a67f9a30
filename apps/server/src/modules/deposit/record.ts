import type { Db, Tx } from '@btbc/database/database.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import type { Hash } from 'viem'

import { type Head, noteProgress } from '#chain/head.ts'
import { toUnits } from '#chain/units.ts'
import { figure } from '#chain/figures.ts'
import { publish } from '#platform/events.ts'
import { transitionAll } from '#platform/state-machine.ts'

import { writeArrivals } from './arrivals.ts'
import type { MeasuredTransfer } from './measured.ts'
import { type BookedAt, countDeposits, type Final } from './counting.ts'
import { bookSeen, callAbout, park } from './credit.ts'
import { DEPOSITS, shownUnits } from './deposit.rules.ts'
import { depositStates } from './deposit.states.ts'
import { explain } from './explained.ts'
import type { KnownAddresses } from './known-addresses.ts'
import { noteMoved } from './moved-addresses.ts'
import type { ScannedBlock, Transfer } from './scan.ts'

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
    transfers: readonly MeasuredTransfer[]
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
    await noteMoved(tx, reading.blocks)
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

/** Final for good: into the books, and to the members where they count. */
export async function bookDeposits(
  tx: Tx,
  deposits: readonly { memberId: number; transfer: MeasuredTransfer }[],
  at: BookedAt,
): Promise<void> {
  const touched = new Map<string, { memberId: number; currency: CurrencyId; finals: Final[] }>()
  for (const { memberId, transfer } of deposits) {
    const final = await writeFinal(tx, { transfer, memberId, ...at })
    if (!final) continue
    const { currency } = transfer
    const place = `${memberId} ${currency}`
    const known = touched.get(place)
    if (known) known.finals.push(final)
    else touched.set(place, { memberId, currency, finals: [final] })
  }
  for (const each of touched.values()) await countDeposits(tx, { ...each, ...at })
}

/** Undefined when it was in the books already, or they have no room for it. */
async function writeFinal(
  tx: Tx,
  written: { transfer: MeasuredTransfer; memberId: number; now: Date; wallNow: Date },
): Promise<Final | undefined> {
  const { transfer, memberId, now, wallNow } = written
  const { currency, txHash, onChain, said } = transfer
  const problem =
    onChain === said ? '' : `the token says ${figure(said)} and ${figure(onChain)} arrived`
  const problem_at = problem === '' ? null : now
  const turn = { state: 'final', final_at: now, problem, problem_at } as const
  const row = await write(tx, { transfer, memberId, now, turn })
  if (!row) {
    await recognise(tx, transfer, { now, wallNow })
    return undefined
  }
  if (problem !== '') await callAbout(tx, { id: row.id, problem, wallNow })
  const deposit = { id: row.id, memberId, currency, amount: toUnits(onChain), txHash }
  if (await bookSeen(tx, deposit, now)) return deposit
  await park(tx, { id: row.id, transfer, now, wallNow })
  return undefined
}

/**
 * A block that was final has changed, and people have let the watcher go on: the transaction is in
 * another block, or as it was. It is in the books, and stays as it is there.
 */
async function recognise(
  tx: Tx,
  transfer: MeasuredTransfer,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<void> {
  const { txHash, ordinal, blockNumber, blockHash } = transfer
  const known = await tx
    .updateTable('deposit')
    .set({ block_number: blockNumber, block_hash: blockHash })
    .where('tx_hash', '=', txHash)
    .where('ordinal', '=', ordinal)
    .returning(['id', 'currency', 'on_chain', 'address'])
    .executeTakeFirstOrThrow()
  const { id, currency, on_chain: onChain, address } = known
  if (currency === transfer.currency && onChain === transfer.onChain && address === transfer.to) {
    return
  }
  const problem = `it was ${figure(onChain)} to ${address}, and since a final block has changed it is ${figure(transfer.onChain)} to ${transfer.to}`
  const noticed = { problem, problem_at: now }
  await tx.updateTable('deposit').set(noticed).where('id', '=', id).execute()
  await callAbout(tx, { id, problem, wallNow })
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
    const missing = await tx
      .selectFrom('deposit')
      .select('id')
      .where('state', '=', 'seen')
      .where(({ eb, fn }) => eb.not(eb('id', '=', fn.any(eb.val(there)))))
      .execute()
    const ids = missing.map(({ id }) => id)
    const gone = await transitionAll(tx, depositStates, ids, 'lose', { now })
    for (const { member_id: to } of gone) publish(tx, { to, kind: 'deposit.gone' })
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
    turn:
      | { state: 'seen' }
      | { state: 'final'; final_at: Date; problem: string; problem_at: Date | null }
  },
): Promise<{ id: number } | undefined> {
  const { transfer, memberId, now, turn } = written
  const { txHash, ordinal } = transfer
  // Also when it was seen before: it has one confirmation more.
  publish(tx, { to: memberId, kind: 'deposit.seen' })
  const row = found(transfer, memberId)
  const known = await tx
    .selectFrom('deposit')
    .select('id')
    .where('tx_hash', '=', txHash)
    .where('ordinal', '=', ordinal)
    .executeTakeFirst()
  if (known) {
    const { state, ...rest } = turn
    const event = state === 'seen' ? 'see' : 'finalise'
    const set = { ...row, ...rest }
    return (await transitionAll(tx, depositStates, [known.id], event, { now, set }))[0]
  }
  return await tx
    .insertInto('deposit')
    .values({ tx_hash: txHash, ordinal, ...row, ...turn, seen_at: now })
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
    amount: shownUnits(transfer.onChain),
  }
}
