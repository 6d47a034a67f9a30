import {
  type Hex,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from 'viem'

import { post } from '@btbc/ledger/post.ts'

import { transitionAll } from '#platform/state-machine.ts'

import { gasPaid } from './chain.entries.ts'
import type { Chain } from './chain.ts'
import { hasState } from './head.ts'
import { fence, keepLease, LeaseLost } from './lease.ts'
import {
  addressOfKey,
  type Attempt,
  forPurpose,
  noteProblem,
  type OpenRow,
  type OpenStates,
  readAttempts,
  readOpen,
  ROWS_MAX,
} from './open-rows.ts'
import { findReplacement } from './replaced.ts'
import { transactionStates } from './transaction.states.ts'
import type { SignerTurn } from './signer-turn.ts'
import { coinOf } from './bytes.ts'
import { describe } from './put-off.ts'
import { bumpFee, signEmpty } from './stuck.ts'
import { tokenAbi } from './token.ts'
import { toChain, toUnitsUp } from './units.ts'

/** Sends what is signed and not on the chain, and settles what is final. */

/** However much there is: others wait for the turn to end. */
const FOLLOW_MS_MAX = 5_000

/**
 * Follows what is open, from behind one row on and for a while. Answers where it stopped, 0 at the
 * end, and whether everything that is in a final block is settled.
 */
export async function followOpen(
  turn: SignerTurn,
  { after, states }: { after: bigint; states: OpenStates },
): Promise<{ stoppedAt: bigint; isAllSettled: boolean }> {
  const until = performance.now() + FOLLOW_MS_MAX
  let isAllSettled = after === 0n
  let last = after
  for (;;) {
    const rows = await readOpen(turn.db, { after: last, states })
    for (const row of rows) {
      if (performance.now() > until) return { stoppedAt: last, isAllSettled: false }
      await keepLease(turn.db, turn.lease)
      if (!(await isFollowed(turn, row))) isAllSettled = false
      last = row.id
    }
    if (rows.length < ROWS_MAX) return { stoppedAt: 0n, isAllSettled }
  }
}

async function isFollowed(turn: SignerTurn, row: OpenRow): Promise<boolean> {
  try {
    await followOne(turn, row)
    return true
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    await noteProblem(turn.db, row, describe(error))
    turn.report(error, `transaction ${row.id} is followed again`)
    return false
  }
}

async function followOne(turn: SignerTurn, row: OpenRow): Promise<void> {
  const attempts = await readAttempts(turn.db, row.id)
  const receipt = await findReceipt(turn.chain, attempts)
  if (!receipt) return await resubmit(turn, row, attempts)
  if (receipt.blockNumber > turn.head.final) return await noteMined(turn, row, receipt)
  const block = await turn.chain.rpc.getBlock({ blockNumber: receipt.blockNumber })
  // A receipt of a block that is not the chain's own is an old one.
  if (block.hash !== receipt.blockHash) return
  await settle(turn, row, { failure: failureOf(turn.chain, { row, attempts, receipt }), receipt })
}

function failureOf(
  chain: Chain,
  mined: { row: OpenRow; attempts: readonly Attempt[]; receipt: TransactionReceipt },
): Failure | null {
  const { row, attempts, receipt } = mined
  const attempt = attempts.find(({ hash }) => hash === receipt.transactionHash)
  if (attempt?.is_empty) return 'replaced'
  if (receipt.status !== 'success') return 'reverted'
  return hasMoved(chain, row, receipt) ? null : 'not_moved'
}

async function findReceipt(
  { rpc }: Chain,
  attempts: readonly Attempt[],
): Promise<TransactionReceipt | undefined> {
  for (const { hash } of attempts) {
    const receipt = await rpc
      .getTransactionReceipt({ hash: hash as Hex })
      .catch((error: unknown) => {
        if (error instanceof TransactionReceiptNotFoundError) return undefined
        throw error
      })
    if (receipt) return receipt
  }
  return undefined
}

/** What is in no block yet: sent (again), bid for again when it is stuck, or given up for another. */
async function resubmit(
  turn: SignerTurn,
  row: OpenRow,
  attempts: readonly Attempt[],
): Promise<void> {
  const { db, chain, head, reached } = turn
  if (row.block_number !== null) {
    await db
      .updateTable('chain_transaction')
      .set({ block_number: null })
      .where('id', '=', row.id)
      .execute()
  }
  const address = addressOfKey(chain, row.from_key)
  const used = (await hasState(chain, head.final))
    ? await chain.rpc.getTransactionCount({ address, blockNumber: head.final })
    : 0
  if (row.nonce !== null && BigInt(used) > row.nonce) {
    const isReplaced = await findReplacement(turn, row, attempts)
    if (isReplaced && !(await findReceipt(chain, attempts))) {
      await settle(turn, row, { failure: 'replaced' })
    }
    return
  }
  const [newest] = attempts
  if (!newest) throw new Error(`transaction ${row.id} is signed without bytes`)
  const isToGo = row.replace_asked_at !== null && !newest.is_empty
  const better = isToGo ? await signEmpty(turn, row, newest) : await bumpFee(turn, row, newest)
  const { is_empty: isEmpty } = better ?? newest
  for (const attempt of better ? [better, ...attempts] : attempts) {
    if (attempt.is_empty === isEmpty && (await send(turn, row, attempt))) break
  }
  reached?.('noted as sent')
}

/** Answers whether the node has it. Where a higher bid is refused, a lower one may do. */
async function send(turn: SignerTurn, row: OpenRow, attempt: Attempt): Promise<boolean> {
  const { chain, db, reached } = turn
  const hash = attempt.hash as Hex
  let isKnown = await chain.rpc.getTransaction({ hash }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof TransactionNotFoundError) return false
      throw error
    },
  )
  if (!isKnown) {
    const serializedTransaction: Hex = `0x${attempt.raw.toString('hex')}`
    try {
      await chain.rpc.sendRawTransaction({ serializedTransaction })
      isKnown = true
    } catch (error) {
      // Refused or unanswered, it may be there all the same: the next turn looks again.
      await noteProblem(db, row, describe(error))
    }
    reached?.('sent, not noted')
  }
  if (isKnown) await noteSent(turn, row)
  return isKnown
}

async function noteSent(turn: SignerTurn, row: OpenRow): Promise<void> {
  if (row.state === 'sent') return
  const { db, lease, purposes, now, wallNow } = turn
  await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    const step = { now, set: { problem: '' } }
    const [sent] = await transitionAll(tx, transactionStates, [row.id], 'send', step)
    const told = sent && forPurpose(sent)
    if (told) await purposes[told.purpose]?.onSent?.(tx, told, { now, wallNow })
  })
}

async function noteMined(
  turn: SignerTurn,
  row: OpenRow,
  receipt: TransactionReceipt,
): Promise<void> {
  await noteSent(turn, row)
  if (row.block_number === receipt.blockNumber) return
  await turn.db
    .updateTable('chain_transaction')
    .set({ block_number: receipt.blockNumber, hash: receipt.transactionHash, problem: '' })
    .where('id', '=', row.id)
    .execute()
}

/** A receipt that says success is not enough: a token may say so and move nothing. */
function hasMoved(chain: Chain, row: OpenRow, { logs }: TransactionReceipt): boolean {
  const coin = chain.coins[coinOf(row.currency)]
  if (coin.kind === 'native') return true
  const from = row.purpose === 'mint' ? zeroAddress : addressOfKey(chain, row.from_key)
  return parseEventLogs({ abi: tokenAbi, eventName: 'Transfer', logs }).some(
    ({ address, args }) =>
      isAddressEqual(address, coin.address) &&
      isAddressEqual(args.from, from) &&
      isAddressEqual(args.to, row.to_address as Hex) &&
      args.value === toChain(row.amount),
  )
}

type Failure = 'reverted' | 'not_moved' | 'replaced'

async function settle(
  turn: SignerTurn,
  row: OpenRow,
  end: { failure: Failure | null; receipt?: TransactionReceipt },
): Promise<void> {
  const { db, lease, purposes, now, wallNow, reached } = turn
  const { failure, receipt } = end
  await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    const set = {
      failure,
      problem: '',
      ...(receipt && { hash: receipt.transactionHash, block_number: receipt.blockNumber }),
    }
    const event = failure === null ? 'settle' : 'fail'
    const [settled] = await transitionAll(tx, transactionStates, [row.id], event, { now, set })
    if (!settled) return
    if (receipt) {
      const wei = receipt.gasUsed * receipt.effectiveGasPrice
      const units = toUnitsUp(wei)
      const hash = receipt.transactionHash
      await post(tx, gasPaid({ hash, units, purpose: row.purpose, now }))
    }
    const told = forPurpose(settled)
    const handlers = told && purposes[told.purpose]
    if (told && failure === null) await handlers?.onFinal?.(tx, told, { now, wallNow })
    if (told && failure !== null) await handlers?.onFailed?.(tx, told, { now, wallNow })
    reached?.('final, not committed')
  })
  reached?.('settled')
}
