import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import type { Address, Hash } from 'viem'

import { balanceOnChain, type Chain } from '#chain/chain.ts'
import { hasState, noteProgress } from '#chain/head.ts'

import type { Arrived } from './arrived.ts'
import type { BookedAt } from './credit.ts'
import { noteMoved } from './moved.ts'
import { bookDeposits } from './record.ts'
import type { ScannedBlock } from './scan.ts'

/**
 * BNB that a contract pays from inside a transaction stands in no log and in no transaction's value.
 * It is found by what an address has more than its transactions explain: one question for each address,
 * whatever others' transactions do inside, and every node answers it. Until it is final it is not shown.
 */

const INSIDE = 'deposits from inside'
const AT_ONCE = 20
/** With so many addresses for each block to wait, asking never takes most of the time. */
const ADDRESSES_A_BLOCK = 1_000n
/** Below those of plain values and of the logs. */
const FIRST_ORDINAL = -2

const { BNB } = currencies

export type InsideWatch = {
  /** What a final stretch had that could have paid from inside. */
  note(blocks: readonly ScannedBlock[]): void
  look(at: BookedAt & { finalBlock: bigint }): Promise<void>
}

type Standing = { index: number; memberId: number; address: Address; explained: bigint | null }
type Differing = Standing & { held: bigint }
type Gain = Differing & { explained: bigint }

export function createInsideWatch({ db, chain }: { db: Db; chain: Chain }): InsideWatch {
  // Since the last look, up to a block. Undefined where another process read some of the blocks.
  let payers: Set<Hash> | undefined
  let through: bigint | undefined
  let lookedAt: bigint | undefined
  return {
    note(blocks) {
      const [first] = blocks
      if (!first) return
      if (through !== first.number - 1n) payers = undefined
      for (const hash of blocks.flatMap((block) => block.payers)) payers?.add(hash)
      through = blocks.at(-1)?.number
    },
    async look({ finalBlock, ...at }) {
      if (through !== finalBlock) payers = undefined
      through = finalBlock
      if (payers?.size === 0) return await noteLooked(db, finalBlock)
      const standing = await readStanding(db, finalBlock)
      if (!standing) return
      const { block, addresses } = standing
      const pause = BigInt(addresses.length) / ADDRESSES_A_BLOCK
      if (lookedAt !== undefined && finalBlock < lookedAt + pause) return
      // An embedded node that was started again knows the balances from its start on.
      if (!(await hasState(chain, finalBlock))) return
      const differing = await findDiffering(chain, { block, addresses })
      const payer = payers?.size === 1 ? [...payers][0] : undefined
      if (!(await book(db, { differing, block, payer, at }))) return
      payers = new Set()
      lookedAt = finalBlock
    },
  }
}

type Block = { number: bigint; hash: Hash }

/** Of one moment; undefined when the watcher stands elsewhere by now. */
async function readStanding(
  db: Db,
  finalBlock: bigint,
): Promise<{ block: Block; addresses: Standing[] } | undefined> {
  return await atOneMoment(db, async (tx) => {
    const watch = await tx
      .selectFrom('deposit_watch')
      .select('final_hash')
      .where('final_block', '=', finalBlock)
      .where('halted_at', 'is', null)
      .executeTakeFirst()
    if (!watch) return undefined
    const { rows: addresses } = await sql<Standing>`
        select hd_index as index, member_id as "memberId", address, explained
        from deposit_address where address is not null order by hd_index`.execute(tx)
    return { block: { number: finalBlock, hash: watch.final_hash as Hash }, addresses }
  })
}

/** Those that hold something else than is explained, or were never asked. */
async function findDiffering(
  chain: Chain,
  { block, addresses }: { block: Block; addresses: readonly Standing[] },
): Promise<Differing[]> {
  const all: Differing[] = []
  for (let from = 0; from < addresses.length; from += AT_ONCE) {
    const some = addresses.slice(from, from + AT_ONCE)
    const held = await Promise.all(
      some.map(({ address }) =>
        balanceOnChain(chain, { coin: BNB.id, address, blockNumber: block.number }),
      ),
    )
    all.push(...held.flatMap((each, n) => (some[n] ? [{ ...some[n], held: each }] : [])))
  }
  return all.filter(({ explained, held }) => explained === null || held > explained)
}

/** False when the watcher has moved on meanwhile: the next look is at its new block. */
async function book(
  db: Db,
  request: {
    differing: readonly Differing[]
    block: Block
    payer: Hash | undefined
    at: BookedAt
  },
): Promise<boolean> {
  const { differing, block, payer, at } = request
  return await db.transaction().execute(async (tx) => {
    const still = await tx
      .selectFrom('deposit_watch')
      .select('id')
      .where('final_block', '=', block.number)
      .where('final_hash', '=', block.hash)
      .where('halted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!still) return false
    for (const { index, held } of differing) {
      await tx
        .updateTable('deposit_address')
        .set({ explained: held })
        .where('hd_index', '=', index)
        .execute()
    }
    await noteMoved(tx, [{ number: block.number, moved: differing.map(({ address }) => address) }])
    const gains = differing.filter((gain): gain is Gain => gain.explained !== null)
    const deposits = gains.map(({ memberId, address, explained, held }, n) => {
      const onChain = held - explained
      const arrived: Arrived = {
        currency: BNB.id,
        to: address,
        onChain,
        said: onChain,
        // Which of several it was nobody knows: then it goes by its block.
        txHash: payer ?? block.hash,
        ordinal: FIRST_ORDINAL - n,
        blockNumber: block.number,
        blockHash: block.hash,
      }
      return { memberId, transfer: arrived }
    })
    await bookDeposits(tx, deposits, at)
    await noteProgress(tx, INSIDE, block.number)
    return true
  })
}

/** Nobody can have paid from inside. */
async function noteLooked(db: Db, finalBlock: bigint): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const watch = await tx
      .selectFrom('deposit_watch')
      .select('id')
      .where('final_block', '=', finalBlock)
      .where('halted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (watch) await noteProgress(tx, INSIDE, finalBlock)
  })
}
