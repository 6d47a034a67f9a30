import type { Db, Tx } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import type { Address } from 'viem'

import { balanceOnChain, type Chain, type CoinId, coinIds, houseKeys } from '#chain/chain.ts'
import { comparableBlock, hasState } from '#chain/head.ts'

import { type FoundArrivals, readFound } from '#modules/deposit/index.ts'
import type { Holders } from './custody-check.ts'
import type { Finding } from './reconciliation.ts'

/**
 * Custody against `chain:<coin>`: what every address of ours held at the block up to which all works
 * have brought the books. What comes in is booked floored; what was cut off is custody's and nobody's.
 */

/** Up to so many addresses are all asked; beyond that, those that ever received something. */
const ADDRESSES_MAX = 500
const AT_ONCE = 20
/** A reader asks a node for each of them. */
const NAMED_MAX = 20
/** Units of the books are 10^8, of the chain 10^18. */
const WEI_PER_UNIT = 10n ** 10n

export type CustodyBooks = {
  block: bigint
  addresses: Address[]
  coins: { coin: CoinId; books: bigint; cutOff: bigint; arrivals: FoundArrivals }[]
}

/**
 * The books of one moment; undefined while the works of the chain do not all stand at one block, or
 * when it is before the first one of ours.
 */
export async function readCustodyBooks(db: Db, chain: Chain): Promise<CustodyBooks | undefined> {
  const books = await atOneMoment(db, (tx) => readBooks(tx))
  return books && books.block >= chain.fromBlock ? books : undefined
}

/** Asks for every address and holds nothing meanwhile; undefined when the block is too old to ask about. */
export async function compareCustody(
  chain: Chain,
  { block, ...books }: CustodyBooks,
  signal?: AbortSignal,
): Promise<Finding[] | undefined> {
  if (!(await hasState(chain, block))) return undefined
  const addresses = [...houseKeys.map((name) => chain.keys.address(name)), ...books.addresses]
  const { hash: blockHash } = await chain.rpc.getBlock({ blockNumber: block })
  const findings: Finding[] = []
  for (const { coin, books: units, cutOff, arrivals } of books.coins) {
    const holdings = await readHeld(chain, { coin, addresses, block, signal })
    const held = sum(holdings)
    findings.push({
      source: 'chain',
      currency: coin,
      block,
      books: units * WEI_PER_UNIT,
      outside: held - cutOff,
      holders: mostOf(holdings),
      arrivals,
      ...(chain.coins[coin].kind === 'native' && { blockHash }),
    })
  }
  return findings
}

async function readBooks(tx: Tx): Promise<CustodyBooks | undefined> {
  const block = await comparableBlock(tx)
  if (block === undefined) return undefined
  const kept = await tx.selectFrom('cut_off').selectAll().execute()
  const cutOff = new Map(kept.map(({ currency, on_chain: wei }) => [currency, wei]))
  const coins = []
  for (const coin of coinIds) {
    const { available } = await balanceOf(tx, houseAccount('chain', coin))
    const arrivals = await readFound(tx, coin)
    coins.push({ coin, books: -available, cutOff: cutOff.get(coin) ?? 0n, arrivals })
  }
  return { block, addresses: await readAddresses(tx), coins }
}

async function readAddresses(tx: Tx): Promise<Address[]> {
  const all = tx.selectFrom('deposit_address').select('address').where('address', 'is not', null)
  const few = await all.limit(ADDRESSES_MAX + 1).execute()
  const rows =
    few.length <= ADDRESSES_MAX
      ? few
      : // An address is one member's for good: one look by key for each, and none for each deposit.
        await all
          .where((row) =>
            row.exists(
              row
                .selectFrom('deposit')
                .select('id')
                .whereRef('deposit.member_id', '=', 'deposit_address.member_id'),
            ),
          )
          .execute()
  return rows.map(({ address }) => address as Address)
}

type Holding = { address: Address; held: bigint }

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
function mostOf(holdings: readonly Holding[]): Holders {
  const holding = holdings
    .filter(({ held }) => held > 0n)
    .toSorted((one, other) => (one.held < other.held ? 1 : -1))
  const others = sum(holding.slice(NAMED_MAX))
  return {
    addresses: holding.slice(0, NAMED_MAX).map(({ address }) => address),
    others: others.toString(),
  }
}

function sum(holdings: readonly Holding[]): bigint {
  return holdings.reduce((total, { held }) => total + held, 0n)
}
