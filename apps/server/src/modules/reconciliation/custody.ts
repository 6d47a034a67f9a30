import type { Db, Tx } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import type { Address } from 'viem'

import { balanceOnChain, type Chain, type CoinId, coinIds, houseKeys } from '#chain/chain.ts'
import { comparableBlock, hasState } from '#chain/head.ts'
import { toChain } from '#chain/units.ts'

import { type FoundArrivals, readFound } from '#modules/deposit/index.ts'
import type { Holders } from './custody-check.ts'
import {
  type Asked,
  type Holding,
  NAMED_MAX,
  readAsked,
  readRemembered,
  type Remembered,
} from './custody-held.ts'
import { type Comparison, readLastBlock } from './reconciliation.ts'

/**
 * Custody against `chain:<coin>`: what every address of ours held at the block up to which all works
 * have brought the books. What comes in is booked floored; what was cut off is custody's and nobody's.
 */

const AT_ONCE = 20

export type CustodyBooks = {
  block: bigint
  asked: Asked
  coins: {
    coin: CoinId
    books: bigint
    cutOff: bigint
    arrivals: FoundArrivals
    remembered: Remembered
    lastBlock: bigint | null
  }[]
}

type Compared = { comparisons: Comparison[]; held: ReadonlyMap<CoinId, readonly Holding[]> }

/**
 * The books of one moment; undefined while the works of the chain do not all stand at one block, or
 * when it is before the first one of ours.
 */
export async function readCustodyBooks(db: Db, chain: Chain): Promise<CustodyBooks | undefined> {
  const books = await atOneMoment(db, (tx) => readBooks(tx))
  return books && books.block >= chain.fromBlock ? books : undefined
}

/** Asks the chain and holds nothing meanwhile; undefined when the block is too old to ask about. */
export async function compareCustody(
  chain: Chain,
  { block, ...books }: CustodyBooks,
  signal?: AbortSignal,
): Promise<Compared | undefined> {
  if (!(await hasState(chain, block))) return undefined
  const addresses = [...houseKeys.map((name) => chain.keys.address(name)), ...books.asked.addresses]
  const { hash: blockHash } = await chain.rpc.getBlock({ blockNumber: block })
  const comparisons: Comparison[] = []
  const answered = new Map<CoinId, readonly Holding[]>()
  for (const { coin, books: units, cutOff, remembered, ...read } of books.coins) {
    const holdings = await readHeld(chain, { coin, addresses, block, signal })
    answered.set(coin, holdings)
    const held = sum(holdings) + remembered.sum
    comparisons.push({
      source: 'chain',
      currency: coin,
      block,
      books: toChain(units),
      outside: held - cutOff,
      holders: mostOf([...holdings, ...remembered.most], held),
      ...read,
      ...(chain.coins[coin].kind === 'native' && { blockHash }),
    })
  }
  return { comparisons, held: answered }
}

async function readBooks(tx: Tx): Promise<CustodyBooks | undefined> {
  const block = await comparableBlock(tx)
  if (block === undefined) return undefined
  const kept = await tx.selectFrom('cut_off').selectAll().execute()
  const cutOff = new Map(kept.map(({ currency, on_chain: wei }) => [currency, wei]))
  const asked = await readAsked(tx, block)
  const coins = []
  for (const coin of coinIds) {
    const { available } = await balanceOf(tx, houseAccount('chain', coin))
    const arrivals = await readFound(tx, coin)
    const remembered = await readRemembered(tx, coin, asked)
    const lastBlock = await readLastBlock(tx, coin)
    const books = -available
    coins.push({ coin, books, cutOff: cutOff.get(coin) ?? 0n, arrivals, remembered, lastBlock })
  }
  return { block, asked, coins }
}

async function readHeld(
  chain: Chain,
  asked: {
    coin: CoinId
    addresses: readonly Address[]
    block: bigint
    signal: AbortSignal | undefined
  },
): Promise<Holding[]> {
  const { coin, addresses, block, signal } = asked
  const holdings: Holding[] = []
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    signal?.throwIfAborted()
    const some = addresses.slice(at, at + AT_ONCE).map(async (address) => {
      const held = await balanceOnChain(chain, { coin, address, blockNumber: block })
      return { address, held }
    })
    holdings.push(...(await Promise.all(some)))
  }
  return holdings
}

/** Whoever has a node may ask it about these; the others are one sum. */
function mostOf(holdings: readonly Holding[], all: bigint): Holders {
  const most = holdings
    .filter(({ held }) => held > 0n)
    .toSorted((one, other) => (one.held < other.held ? 1 : -1))
    .slice(0, NAMED_MAX)
  return {
    addresses: most.map(({ address }) => address),
    others: (all - sum(most)).toString(),
  }
}

function sum(holdings: readonly Holding[]): bigint {
  return holdings.reduce((total, { held }) => total + held, 0n)
}
