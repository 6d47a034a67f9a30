import type { Tx } from '@btbc/database/database.ts'
import { type Address, BaseError } from 'viem'

import { transitionAll } from '#platform/state-machine.ts'

import { costOf, callOf, gasLimit, gasPrice, signBytes } from './bytes.ts'
import type { Chain } from './chain.ts'
import { createKeyStates, type KeyStates } from './key-states.ts'
import { fence, keepLease, LeaseLost } from './lease.ts'
import { addressOfKey, forPurpose, noteProblem, type OpenRow, readQueued } from './open-rows.ts'
import { describe, HasCode, isNodeAway, putOff } from './put-off.ts'
import { findStray, type Stray, takeStray } from './strays.ts'
import { transactionStates } from './transaction.states.ts'
import type { SignerTurn } from './signer-turn.ts'

/** Signs what is queued. Nothing leaves the machine here. */

/** What is more waits for the next turn. */
const SIGN_MS_MAX = 5_000

export async function signQueued(turn: SignerTurn): Promise<void> {
  const { db, chain, now } = turn
  const rows = await readQueued(db, now)
  if (rows.length === 0) return
  const price = await gasPrice(chain)
  const keys = createKeyStates(turn)
  const until = performance.now() + SIGN_MS_MAX
  for (const row of rows) {
    if (performance.now() > until) return
    await keepLease(db, turn.lease)
    try {
      await signNext(turn, { row, price, keys })
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      if (error instanceof NodeBehind) await noteProblem(db, row, describe(error))
      else await putOff(turn, row, error)
      // Nothing can be signed without a node. Others are first next time: it may have been this one.
      if (isNodeAway(error)) throw error
    }
  }
}

async function signNext(
  turn: SignerTurn,
  { row, price, keys }: { row: OpenRow; price: bigint; keys: KeyStates },
): Promise<void> {
  const gas = gasLimit(turn.chain, row)
  const stray = await findStray(turn, row)
  if (stray) {
    await signOne(turn, { row, price: stray.gas_price, gas, stray })
    return
  }
  await refuseUnsignable(turn.chain, row, gas)
  const key = await keys.of(row.from_key)
  const cost = costOf(turn.chain, { ...row, gas_limit: gas }, price)
  await key.refuseUnaffordable(cost)
  turn.reached?.('before signing')
  if (await signOne(turn, { row, price, gas, onChain: key.nonce })) key.take(cost)
}

type Signing = { row: OpenRow; price: bigint; gas: bigint } & (
  | { onChain: bigint }
  | { stray: Stray }
)

/** Answers false when it was taken back by its owner meanwhile. */
async function signOne(turn: SignerTurn, signing: Signing): Promise<boolean> {
  const { db, chain, lease, head, now, wallNow, purposes, reached } = turn
  const { row, price, gas } = signing
  const isSigned = await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    const nonce = 'stray' in signing ? signing.stray.nonce : await drawNonce(tx, signing)
    const { raw, hash } = await signBytes(chain, { ...row, nonce, gas_limit: gas }, price)
    const set = { nonce, gas_limit: gas, hash, signed_block: head.latest, problem: '' }
    const [signed] = await transitionAll(tx, transactionStates, [row.id], 'sign', { now, set })
    if (!signed) return false
    await tx
      .insertInto('chain_attempt')
      .values({
        hash,
        transaction_id: row.id,
        raw,
        gas_price: price,
        signed_block: head.latest,
        signed_at: now,
      })
      .execute()
    const hasLeft = 'stray' in signing
    if (hasLeft) await takeStray(tx, row, nonce)
    const told = forPurpose(signed)
    if (told) await purposes[told.purpose]?.onSigned?.(tx, told, { now, wallNow, hasLeft })
    reached?.('signed, not committed')
    return true
  })
  reached?.('committed, not sent')
  return isSigned
}

async function drawNonce(
  tx: Tx,
  { row, onChain }: { row: OpenRow; onChain: bigint },
): Promise<bigint> {
  const nonce = row.nonce ?? nextNonce({ ...(await readSigned(tx, row.from_key)), onChain })
  if (nonce === undefined) throw new NodeBehind(`the node is behind: it knows ${onChain} of ours`)
  return nonce
}

type Signed = { last: bigint | null; hasOpen: boolean }

/** Each by an index of its own: what a key has sent before is more than can be read for each that it signs. */
async function readSigned(tx: Tx, key: string): Promise<Signed> {
  const { last, hasOpen } = await tx
    .selectNoFrom((none) => {
      const ofKey = none.selectFrom('chain_transaction').where('from_key', '=', key)
      return [
        ofKey.select((each) => each.fn.max('nonce').as('last')).as('last'),
        none.exists(ofKey.select('id').where('state', 'in', ['signed', 'sent'])).as('hasOpen'),
      ]
    })
    .executeTakeFirstOrThrow()
  return { last, hasOpen: Boolean(hasOpen) }
}

class NodeBehind extends BaseError {}

/**
 * The books know the next nonce better than a node does; the node is believed when it knows more,
 * and when it knows less while nothing of ours is on its way, nothing is signed.
 */
function nextNonce(known: Signed & { onChain: bigint }): bigint | undefined {
  const { last, hasOpen, onChain } = known
  if (last === null || onChain > last) return onChain
  return hasOpen || onChain === last + 1n ? last + 1n : undefined
}

/** What is signed takes a nonce: only what will do what it should may have one. */
async function refuseUnsignable(chain: Chain, row: OpenRow, gas: bigint): Promise<void> {
  if (row.purpose === 'withdrawal') {
    const code = await chain.rpc.getCode({ address: row.to_address as Address })
    if (code !== undefined && code !== '0x') throw new HasCode()
  }
  const account = addressOfKey(chain, row.from_key)
  const asked = await chain.rpc.estimateGas({ account, ...callOf(chain, row) })
  if (asked > gas) throw new BaseError(`it would take ${asked} gas, and ${gas} is all there is`)
}
