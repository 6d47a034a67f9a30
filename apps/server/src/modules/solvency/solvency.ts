import type { Response } from '@btbc/contract/endpoint.ts'
import type { readSolvency } from '@btbc/contract/solvency.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sum, wireUnits } from '@btbc/money/amount.ts'
import { type Totals, totals } from '@btbc/ledger/balances.ts'
import { currencies, type CurrencyId, getCurrency } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { type CustodyCheck, readCustodyChecks } from '#modules/reconciliation/index.ts'

/** Open books: what is owed, what is set aside for it, what stands behind it. */

type Solvency = Response<typeof readSolvency>

/** What each module owes and is not yet due, added up from the promises and not from the reserves. */
export type Promises = (tx: Tx) => Promise<ReadonlyMap<CurrencyId, bigint>>

export async function describeSolvency(
  tx: Tx,
  { promises, now, wallNow }: { promises: Promises; now: Date; wallNow: Date },
): Promise<Solvency> {
  // One moment for both sums, whatever is posted meanwhile.
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
  const promised = await promises(tx)
  const all = await totals(tx)
  const checks = await readCustodyChecks(tx, wallNow)
  return {
    at: now,
    currencies: all
      .filter((each) => each.currency !== currencies.BANK.id && isInUse(each, checks))
      .map((each) =>
        describeCurrency(each, promised.get(each.currency) ?? 0n, checks.get(each.currency)),
      ),
  }
}

/** What is on no chain and was never issued is nobody's. */
function isInUse({ currency, issued }: Totals, checks: ReadonlyMap<number, CustodyCheck>): boolean {
  return currency !== currencies.ETH.id || issued !== 0n || checks.has(currency)
}

/**
 * Custody is what the chain held at the block that was compared last, and what final blocks have
 * brought since: the books' own figure and the difference that was found. What is in suspense is on its
 * way to somebody, so that it covers nothing of what others are owed.
 */
function describeCurrency(
  books: Totals,
  promises: bigint,
  check: CustodyCheck | undefined,
): Solvency['currencies'][number] {
  const currency = getCurrency(books.currency)
  const { owed } = books
  const setAside = { ...named('pool:', books.pools), ...named('reserve:', books.reserves) }
  const { fees, dust, suspense, gas } = books
  const house = { ...setAside, fees, dust, suspense, ...(gas < 0n && { gas }) }
  // What is not on a chain stands in the books' own issue, which is limited and shown.
  const custody = books.custody + books.issued + (check?.difference ?? 0n)
  const owedSum = owed.available + owed.held + owed.unclaimed
  const isWhole =
    custody === owedSum + sum(Object.values(house)) &&
    promises === sum(Object.values(books.reserves)) &&
    custody >= owedSum + promises + suspense
  const agrees = isWhole && (check ? check.agrees : true)
  const shown = (units: bigint) => wireUnits(units, currency)
  return {
    currency: currency.id,
    currency_name: currency.code,
    owed: {
      available: shown(owed.available),
      held: shown(owed.held),
      unclaimed: shown(owed.unclaimed),
    },
    reserves: Object.fromEntries(
      Object.entries(house).map(([name, amount]) => [name, shown(amount)]),
    ),
    promises: shown(promises),
    custody: shown(custody),
    custody_source: check ? `chain@${check.block}` : 'books',
    issued: shown(books.issued),
    agrees,
  }
}

function named(prefix: string, amounts: Readonly<Record<string, bigint>>): Record<string, bigint> {
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [`${prefix}${name}`, amount]),
  )
}
