import { createHash } from 'node:crypto'

import type { Db, Tx } from '@btbc/database/database.ts'
import { currencies } from '@btbc/money/currency.ts'
import {
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  hexToBytes,
  parseAbi,
} from 'viem'

import type { Chain } from '#chain/chain.ts'
import artifacts from '#chain/contracts/artifacts.json' with { type: 'json' }
import { type PurposeHandlers, queueTransaction, type TransactionRow } from '#chain/transactions.ts'
import type { ChainWork } from '#chain/works.ts'
import { transition } from '#platform/state-machine.ts'

import { proofWriteStates } from './write.states.ts'

/**
 * Each proof is written to a contract of the house on the test chain, which takes them in order and
 * never changes one. The contract is sent when there is a first proof to be written.
 */

/** The contract's own place before the proofs. */
const CONTRACT = 0

const writeAbi = parseAbi(['function write(uint256 number, bytes32 root, bytes32 text)'])

/** Where the contract is, once that is final. */
export async function findLog(database: Db | Tx): Promise<string | undefined> {
  const row = await database
    .selectFrom('proof_write')
    .select('address')
    .where('number', '=', CONTRACT)
    .where('state', '=', 'written')
    .executeTakeFirst()
  return row?.address ?? undefined
}

type Writing = { db: Db; chain: Chain }

/** One proof at a time: the next one is sent when the last one is final. */
export function proofWritingWork({ db, chain }: Writing): ChainWork {
  return {
    name: 'proofs',
    async run({ now }) {
      const last = await db
        .selectFrom('proof_write')
        .select(['number', 'state'])
        .where('state', '<>', 'failed')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (last?.state === 'sent') return
      const number = last ? last.number + 1 : CONTRACT
      const next = await db
        .selectFrom('proof_attestation')
        .select('text')
        .where('number', '=', Math.max(number, 1))
        .executeTakeFirst()
      if (!next) return
      await db.transaction().execute((tx) => send(tx, chain, { number, text: next.text, now }))
    },
  }
}

async function send(
  tx: Tx,
  chain: Chain,
  { number, text, now }: { number: number; text: string; now: Date },
): Promise<void> {
  const write = await tx
    .insertInto('proof_write')
    .values({ number, created_at: now })
    // Another server was first.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!write) return
  const log = number === CONTRACT ? undefined : await findLog(tx)
  const owner = chain.keys.address('minter')
  await queueTransaction(tx, {
    purpose: log === undefined ? 'proof_log' : 'proof',
    refId: write.id,
    from: 'minter',
    currency: currencies.BNB.id,
    // A new contract has no address yet: the one that sends it stands there.
    to: log ?? owner,
    amount: 0n,
    data: bytesOf(log === undefined ? contractOf(owner) : callOf(number, text)),
    now,
  })
}

function contractOf(owner: Hex): Hex {
  const { abi, bytecode } = artifacts.ProofLog
  return encodeDeployData({ abi, bytecode: bytecode as Hex, args: [owner] })
}

function callOf(number: number, text: string): Hex {
  const { tree } = JSON.parse(text) as { tree: { root: string } }
  const sealed = createHash('sha256').update(text).digest('hex')
  return encodeFunctionData({
    abi: writeAbi,
    functionName: 'write',
    args: [BigInt(number), `0x${tree.root}`, `0x${sealed}`],
  })
}

function bytesOf(hex: Hex): Buffer {
  return Buffer.from(hexToBytes(hex))
}

/** What the chain says of a write; what has failed is as if it had not been. */
export function proofPurpose(chain: Chain): PurposeHandlers {
  return {
    async onFinal(tx, row, { now }) {
      const { hash, block_number } = row
      const address = row.purpose === 'proof_log' ? addressOf(chain, row) : null
      const set = { hash, block_number, address }
      await transition(tx, proofWriteStates, { id: row.ref_id }, 'settle', { now, set })
    },
    async onFailed(tx, { ref_id: id }, { now }) {
      await transition(tx, proofWriteStates, { id }, 'fail', { now })
    },
  }
}

/** It follows from who has sent it under which nonce. */
function addressOf(chain: Chain, { nonce }: TransactionRow): string {
  if (nonce === null) throw new Error('A contract was sent without a nonce')
  return getAddress(getContractAddress({ from: chain.keys.address('minter'), nonce }))
}
