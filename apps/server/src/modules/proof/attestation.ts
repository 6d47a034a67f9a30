import type { ChainHead } from '@btbc/ledger/chain.ts'
import { sealedCurrencies } from '@btbc/ledger/cut.ts'
import type { Totals } from '@btbc/ledger/balances.ts'
import { type CurrencyId, getCurrency } from '@btbc/money/currency.ts'

import type { Grown } from './tree/grow.ts'

/** What a snapshot says, as text that is signed byte for byte: docs/proof.md. */

export const FORMAT = 'btbc-proof-1'

export type AttestedCustody = {
  chain_id: number
  block: string
  hash: string
  /** What custody holds for the books, in the smallest units of the chain, by currency. */
  held: Record<string, string>
  /** Where anyone may look for it: the contracts of the coins (null is the chain's own), the addresses … */
  tokens: Record<string, string | null>
  addresses: string[]
  /** … and what is at addresses that are not named. */
  others: Record<string, string>
}

export type CoverageLine = { currency: number; owed: string; promised: string; there: string }

type Parts = {
  number: number
  at: Date
  previous: string | null
  key: string
  books: ChainHead
  tree: Grown
  totals: readonly Totals[]
  promises: ReadonlyMap<CurrencyId, bigint>
  /** By how much custody on the chain differs from the books, where it was compared. */
  differences: ReadonlyMap<CurrencyId, bigint>
  custody: AttestedCustody | null
  /** The contract in which proofs are written, once there is one. */
  log: { chain_id: number; address: string } | null
}

export function writeAttestation(parts: Parts): { text: string; coverage: CoverageLine[] } {
  const { number, at, previous, key, books, tree, custody, log } = parts
  const currencies = sealedCurrencies.map((id, n) => describe(parts, id, tree.sums[n] ?? 0n))
  const attestation = {
    format: FORMAT,
    number,
    at: at.toISOString(),
    previous,
    key,
    books: {
      position: books.position.toString(),
      entry: books.entryId.toString(),
      hash: books.hash,
    },
    tree: { depth: tree.depth, root: tree.root, sums: tree.sums.map(String) },
    currencies: currencies.map(({ figures }) => figures),
    custody,
    log,
    rails: railsOf(parts.totals),
  }
  return { text: JSON.stringify(attestation), coverage: currencies.map(({ coverage }) => coverage) }
}

function describe({ totals, promises, differences }: Parts, id: CurrencyId, inTree: bigint) {
  const books = totals.find(({ currency }) => currency === id)
  if (!books) throw new Error(`The books have no totals of currency ${id}`)
  const { owed, pools, reserves, fees, dust, suspense, gas, issued } = books
  const owedSum = owed.available + owed.held + owed.unclaimed
  if (owedSum !== inTree) {
    throw new Error(`The tree sums to ${inTree} of currency ${id}, and the books owe ${owedSum}`)
  }
  const promised = promises.get(id) ?? 0n
  const custody = books.custody + (differences.get(id) ?? 0n)
  const { code, scale } = getCurrency(id)
  const coverage: CoverageLine = {
    currency: id,
    owed: owedSum.toString(),
    promised: promised.toString(),
    // What is on its way is there for neither.
    there: (custody + issued - suspense).toString(),
  }
  const figures = {
    currency: id,
    code,
    scale,
    owed: printed(owed),
    pools: printed(pools),
    reserves: printed(reserves),
    ...printed({ fees, dust, suspense, gas, promises: promised, custody, issued }),
  }
  return { figures, coverage }
}

/** The bank unit of the sandbox rails is nobody's balance: it stands beside the currencies. */
function railsOf(totals: readonly Totals[]): Record<string, string> {
  return Object.assign({}, ...totals.map(({ rails }) => printed(rails))) as Record<string, string>
}

function printed<Name extends string>(amounts: Record<Name, bigint>): Record<Name, string> {
  const pairs = Object.entries<bigint>(amounts).map(([name, amount]) => [name, amount.toString()])
  return Object.fromEntries(pairs) as Record<Name, string>
}
