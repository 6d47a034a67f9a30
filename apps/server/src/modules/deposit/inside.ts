import type { Db, Tx } from '@btbc/database/database.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import type { Address, Hash } from 'viem'

import { balanceOnChain, type Chain } from '#chain/chain.ts'
import { hasState, noteProgress } from '#chain/head.ts'

import type { MeasuredTransfer } from './measured.ts'
import type { BookedAt } from './counting.ts'
import { noteMoved } from './moved-addresses.ts'
import { bookDeposits } from './record.ts'
import type { ScannedBlock } from './scan.ts'

/**
 * BNB that a contract pays from inside a transaction stands in no log and in no transaction's value.
 * It is found by what an address has more than its transactions explain: one question for each address,
 * whatever others' transactions do inside, and every node answers it. Until it is final it is not shown.
 */

const INSIDE = 'deposits from inside'
const AT_ONCE = 20
/** So many addresses are in memory at a time. */
const STRETCH = 1_000
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
  let last: { at: bigint; addresses: number } | undefined
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
      if (last && finalBlock < last.at + BigInt(last.addresses) / ADDRESSES_A_BLOCK) return
      const block = await readFinal(db, finalBlock)
      if (!block) return
      // An embedded node that was started again knows the balances from its start on.
      if (!(await hasState(chain, finalBlock))) return
      const { differing, addresses } = await findDiffering({ db, chain }, block)
      const payer = payers?.size === 1 ? [...payers][0] : undefined
      if (!(await book(db, { differing, block, payer, at }))) return
      payers = new Set()
      last = { at: finalBlock, addresses }
    },
  }
}

type Block = { number: bigint; hash: Hash }

/** Undefined when the watcher stands elsewhere by now. */
async function readFinal(db: Db, finalBlock: bigint): Promise<Block | undefined> {
  const watch = await db
    .selectFrom('deposit_watch')
    .select('final_hash')
    .where('final_block', '=', finalBlock)
    .where('halted_at', 'is', null)
    .executeTakeFirst()
  return watch && { number: finalBlock, hash: watch.final_hash as Hash }
}

/**
 * Those that hold something else than is explained, or were never asked, of all there are; a stretch of
 * them at a time. What is explained changes with the watcher's block, and then nothing of it is booked.
 */
async function findDiffering(
  { db, chain }: { db: Db; chain: Chain },
  block: Block,
): Promise<{ differing: Differing[]; addresses: number }> {
  const differing: Differing[] = []
  let addresses = 0
  let after = -1
  for (;;) {
    const stretch = await readStretch(db, after)
    const held = await askAll(chain, stretch, block)
    differing.push(...held.filter((each) => each.explained === null || each.held > each.explained))
    addresses += stretch.length
    const last = stretch.at(-1)
    if (!last || stretch.length < STRETCH) return { differing, addresses }
    after = last.index
  }
}

async function readStretch(db: Db, after: number): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select hd_index as index, member_id as "memberId", address, explained
    from deposit_address where address is not null and hd_index > ${after}::integer
    order by hd_index limit ${STRETCH}`.execute(db)
  return rows
}

async function askAll(
  chain: Chain,
  addresses: readonly Standing[],
  { number: blockNumber }: Block,
): Promise<Differing[]> {
  const all: Differing[] = []
  for (let from = 0; from < addresses.length; from += AT_ONCE) {
    const some = addresses.slice(from, from + AT_ONCE)
    const asked = some.map(async (each) => {
      const { address } = each
      return { ...each, held: await balanceOnChain(chain, { coin: BNB.id, address, blockNumber }) }
    })
    all.push(...(await Promise.all(asked)))
  }
  return all
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
    const news = await explainHeld(tx, differing)
    await noteMoved(tx, [{ number: block.number, moved: news.map(({ address }) => address) }])
    const gains = news.filter((gain): gain is Gain => gain.explained !== null)
    const deposits = gains.map(({ memberId, address, explained, held }, n) => {
      const onChain = held - explained
      const transfer: MeasuredTransfer = {
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
      return { memberId, transfer }
    })
    await bookDeposits(tx, deposits, at)
    await noteProgress(tx, INSIDE, block.number)
    return true
  })
}

/**
 * What they hold is explained from now on. Another process may have asked at the same block and booked
 * what an address has more: of that nothing is left here.
 */
async function explainHeld(tx: Tx, differing: readonly Differing[]): Promise<Differing[]> {
  const before = differing.map(({ explained }) => (explained === null ? null : String(explained)))
  const { rows } = await sql<{ index: number }>`
    update deposit_address set explained = found.held
    from unnest(${differing.map(({ index }) => index)}::integer[],
      ${differing.map(({ held }) => String(held))}::numeric[],
      ${before}::numeric[]) as found (index, held, before)
    where hd_index = found.index and explained is not distinct from found.before
    returning hd_index as index`.execute(tx)
  const changed = new Set(rows.map(({ index }) => index))
  return differing.filter(({ index }) => changed.has(index))
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
