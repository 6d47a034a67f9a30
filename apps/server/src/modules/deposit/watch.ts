import type { Db } from '@btbc/database/database.ts'
import { BlockNotFoundError, type Hash } from 'viem'

import { type Chain, houseKeys } from '#chain/chain.ts'
import type { Head } from '#chain/head.ts'
import type { ChainWork } from '#chain/works.ts'

import { type MeasuredTransfer, measureTransfers } from './measured.ts'
import { creditRest } from './counting.ts'
import { bookParked } from './credit.ts'
import { DEPOSITS } from './deposit.rules.ts'
import { createInsideWatch, type InsideWatch } from './inside.ts'
import { createKnownAddresses, type KnownAddresses } from './known-addresses.ts'
import { recordFinal, recordSeen } from './record.ts'
import { scanBlock, type ScannedBlock } from './scan.ts'
import { halt, openWatch, type Watch } from './watch-state.ts'

/**
 * Looks for deposits. Up to the final block everything is written once and for good; what is above it
 * is read anew whenever the chain is another one, and shown as it is.
 */

/** So many blocks are caught up with in one transaction, and fewer when there is much in them. */
const STRIDE = 100n
const TRANSFERS_MAX = 500

type Parts = {
  db: Db
  chain: Chain
  report: (error: unknown, what: string) => void
}

type Watcher = Parts & {
  known: KnownAddresses
  inside: InsideWatch
  /** Blocks that may still go, by hash: read once. */
  blocks: Map<Hash, ScannedBlock>
  shown: { hash: Hash; final: bigint } | undefined
}

export function createDepositWatch(parts: Parts): ChainWork {
  const house = houseKeys.map((name) => parts.chain.keys.address(name))
  const known = createKnownAddresses(parts.db, house)
  const inside = createInsideWatch(parts)
  const watcher: Watcher = { ...parts, known, inside, blocks: new Map(), shown: undefined }
  let reported: string | undefined
  return {
    name: DEPOSITS,
    async run({ now, wallNow, head }) {
      const watch = await openWatch(parts.db, parts.chain, now)
      if (watch.haltedReason !== undefined) {
        if (reported !== watch.haltedReason) parts.report(undefined, watch.haltedReason)
        reported = watch.haltedReason
        return
      }
      await look(watcher, watch, { now, wallNow, head })
    },
  }
}

async function look(
  watcher: Watcher,
  watch: Watch,
  { now, wallNow, head }: { now: Date; wallNow: Date; head: Head },
): Promise<void> {
  const { db, chain, known } = watcher
  // A node that is behind, or starts over, is waited for: it says nothing against what was final.
  if (head.latest < watch.finalBlock) return
  const anchor = await chain.rpc.getBlock({ blockNumber: watch.finalBlock }).catch(absent)
  if (!anchor) return
  if (anchor.hash !== watch.finalHash) {
    await halt(db, {
      now,
      wallNow,
      reason: `block ${watch.finalBlock} was final as ${watch.finalHash} and is ${anchor.hash} now`,
    })
    return
  }
  await known.refresh()
  let { finalBlock, finalHash } = watch
  while (finalBlock < head.final) {
    const through = finalBlock + STRIDE < head.final ? finalBlock + STRIDE : head.final
    const stretch = await readStretch(watcher, { after: finalBlock, hash: finalHash, through })
    const transfers = await measureStretch(chain, stretch)
    const last = stretch.at(-1)
    if (!last) return
    // Read once more by number, after everything else: the stretch is still the chain's own.
    const still = await chain.rpc.getBlock({ blockNumber: last.number })
    if (still.hash !== last.hash) return
    const expected = { finalBlock, next: { finalBlock: last.number, finalHash: last.hash } }
    const at = { head, now, wallNow }
    const written = await recordFinal(db, { known, blocks: stretch, transfers, expected, ...at })
    if (!written) return
    watcher.inside.note(stretch)
    finalBlock = last.number
    finalHash = last.hash
  }
  await showUnconfirmed(watcher, { finalBlock, finalHash, head, now })
  await watcher.inside.look({ finalBlock, now, wallNow })
  await bookParked(db, { now, wallNow })
  await creditRest(db, { now, wallNow })
}

async function measureStretch(
  chain: Chain,
  stretch: readonly ScannedBlock[],
): Promise<MeasuredTransfer[]> {
  const all: MeasuredTransfer[] = []
  for (const block of stretch) {
    if (block.transfers.length > 0) all.push(...(await measureTransfers(chain, block)))
  }
  return all
}

/** Blocks after a known one, each the child of the one before it. */
async function readStretch(
  watcher: Watcher,
  { after, hash, through }: { after: bigint; hash: Hash; through: bigint },
): Promise<ScannedBlock[]> {
  const blocks: ScannedBlock[] = []
  let parent = hash
  let found = 0
  for (let number = after + 1n; number <= through; number += 1n) {
    const { hash: own } = await watcher.chain.rpc.getBlock({ blockNumber: number })
    const block = await readBlock(watcher, own)
    if (block.parentHash !== parent)
      throw new Error(`block ${number} is not the child of ${parent}`)
    blocks.push(block)
    parent = own
    found += block.transfers.length
    if (found >= TRANSFERS_MAX) break
  }
  for (const block of blocks) watcher.blocks.delete(block.hash)
  return blocks
}

async function readBlock(watcher: Watcher, hash: Hash): Promise<ScannedBlock> {
  const read = watcher.blocks.get(hash)
  if (read) return read
  const block = await scanBlock(watcher.chain, hash, watcher.known)
  watcher.blocks.set(hash, block)
  return block
}

/** What is above the final block: shown at once, never credited, gone with its block. */
async function showUnconfirmed(
  watcher: Watcher,
  at: { finalBlock: bigint; finalHash: Hash; head: Head; now: Date },
): Promise<void> {
  const { db, chain, known } = watcher
  const { finalBlock, finalHash, head, now } = at
  const top = await chain.rpc.getBlock({ blockNumber: head.latest }).catch(absent)
  if (!top) return
  if (watcher.shown?.hash === top.hash && watcher.shown.final === finalBlock) return
  const blocks: ScannedBlock[] = []
  let next = top.hash
  while (next !== finalHash) {
    const block = await readBlock(watcher, next)
    // The chain changed while it was read: the next turn sees the new one.
    if (block.number <= finalBlock) return
    blocks.push(block)
    next = block.parentHash
  }
  const kept = new Set(blocks.map(({ hash }) => hash))
  for (const hash of watcher.blocks.keys()) if (!kept.has(hash)) watcher.blocks.delete(hash)
  const transfers = blocks.toReversed().flatMap((block) => block.transfers)
  await recordSeen(db, { known, transfers, finalBlock, head, now })
  watcher.shown = { hash: top.hash, final: finalBlock }
}

function absent(error: unknown): undefined {
  if (error instanceof BlockNotFoundError) return undefined
  throw error
}
