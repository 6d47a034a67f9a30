import type { Db, Tx } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { sql } from 'kysely'
import type { Address } from 'viem'

import { balanceOnChain, type Chain, type CoinId, coinIds, houseKeys } from '#chain/chain.ts'
import { comparableBlock, hasState } from '#chain/head.ts'

import { type FoundArrivals, readFound } from '#modules/deposit/index.ts'
import type { Finding } from './reconciliation.ts'

/**
 * Custody against `chain:<coin>`: what every address of ours held at the block up to which all works
 * have brought the books. What comes in is booked floored; what was cut off is custody's and nobody's.
 */

/** Up to so many addresses are all asked; beyond that, those that ever received something. */
const ADDRESSES_MAX = 500
const AT_ONCE = 20
/** Units of the books are 10^8, of the chain 10^18. */
const WEI_PER_UNIT = 10n ** 10n

type Books = {
  block: bigint
  addresses: Address[]
  coins: { coin: CoinId; books: bigint; cutOff: bigint; arrivals: FoundArrivals }[]
}

/** Undefined while the works of the chain do not all stand at one block, or it is too old to ask about. */
export async function compareCustody(db: Db, chain: Chain): Promise<Finding[] | undefined> {
  const books = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readBooks(tx))
  // Before its first block of ours the chain has no coins to ask about.
  if (!books || books.block < chain.fromBlock) return undefined
  const { block } = books
  if (!(await hasState(chain, block))) return undefined
  const addresses = [...houseKeys.map((name) => chain.keys.address(name)), ...books.addresses]
  const { hash: blockHash } = await chain.rpc.getBlock({ blockNumber: block })
  const findings: Finding[] = []
  for (const { coin, books: units, cutOff, arrivals } of books.coins) {
    const held = await sumHeld(chain, { coin, addresses, block })
    findings.push({
      source: 'chain',
      currency: coin,
      block,
      books: units * WEI_PER_UNIT,
      outside: held - cutOff,
      arrivals,
      ...(chain.coins[coin].kind === 'native' && { blockHash }),
    })
  }
  return findings
}

async function readBooks(tx: Tx): Promise<Books | undefined> {
  const block = await comparableBlock(tx)
  if (block === undefined) return undefined
  const coins = []
  for (const coin of coinIds) {
    const { available } = await balanceOf(tx, houseAccount('chain', coin))
    const { rows } = await sql<{ cut: bigint }>`
      select coalesce(sum(on_chain - amount::numeric * ${WEI_PER_UNIT}), 0) as cut from (
        select on_chain, amount from deposit
        where currency = ${coin} and state in ('final', 'credited')
        union all
        select on_chain, 0 from deposit where currency = ${coin} and state = 'parked'
        union all
        select on_chain, amount from arrival where currency = ${coin} and state = 'booked'
      ) counted`.execute(tx)
    const arrivals = await readFound(tx, coin)
    coins.push({ coin, books: -available, cutOff: rows[0]?.cut ?? 0n, arrivals })
  }
  return { block, addresses: await readAddresses(tx), coins }
}

async function readAddresses(tx: Tx): Promise<Address[]> {
  const all = tx.selectFrom('deposit_address').select('address').where('address', 'is not', null)
  const few = await all.limit(ADDRESSES_MAX + 1).execute()
  const rows =
    few.length <= ADDRESSES_MAX
      ? few
      : await tx.selectFrom('deposit').select('address').distinct().execute()
  return rows.map(({ address }) => address as Address)
}

async function sumHeld(
  chain: Chain,
  { coin, addresses, block }: { coin: CoinId; addresses: readonly Address[]; block: bigint },
): Promise<bigint> {
  let sum = 0n
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const held = await Promise.all(
      addresses
        .slice(at, at + AT_ONCE)
        .map((address) => balanceOnChain(chain, { coin, address, blockNumber: block })),
    )
    sum += held.reduce((total, each) => total + each, 0n)
  }
  return sum
}
