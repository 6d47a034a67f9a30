import type { Response } from '@btbc/contract/endpoint.ts'
import type { solvencyCalls } from '@btbc/contract/solvency.ts'
import type { Tx } from '@btbc/database/database.ts'
import { type Totals, totals } from '@btbc/ledger/balances.ts'
import { currencies, type CurrencyId, findCurrency } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { type CustodyCheck, readCustodyChecks } from '#modules/reconciliation/index.ts'

/** Open books: what is owed, what is set aside for it, what stands behind it. */

const AMOUNT_SCALE = 8

type Solvency = Response<(typeof solvencyCalls)['/solvency']>

export async function describeSolvency(tx: Tx, now: Date, wallNow: Date): Promise<Solvency> {
  // One moment for both sums, whatever is posted meanwhile.
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
  const promised = await sumPromises(tx)
  const all = await totals(tx)
  const checks = await readCustodyChecks(tx, wallNow)
  return {
    at: now,
    currencies: all
      .filter((each) => each.currency !== currencies.BANK.id)
      .map((each) =>
        describeCurrency(each, promised.get(each.currency) ?? 0n, checks.get(each.currency)),
      ),
  }
}

/**
 * Custody is what the chain held at the block that was compared last, and what final blocks have
 * brought since: the books' own figure and the difference that was found.
 */
function describeCurrency(
  books: Totals,
  promises: bigint,
  check: CustodyCheck | undefined,
): Solvency['currencies'][number] {
  const currency = findCurrency(books.currency)
  if (!currency) throw new Error(`the books hold an unknown currency ${books.currency}`)
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
    custody >= owedSum + promises
  const agrees = isWhole && (check ? check.agrees : true)
  const shown = (units: bigint) => units * 10n ** BigInt(AMOUNT_SCALE - currency.scale)
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

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, each) => total + each, 0n)
}

/**
 * What is owed and not yet due, added up from the promises themselves and not from the reserves:
 * the output of open runs, the income that sold machines have left, rewards not yet paid, deposits
 * that were asked for.
 */
async function sumPromises(tx: Tx): Promise<Map<CurrencyId, bigint>> {
  const { rows } = await sql<{ mining: bigint; launches: bigint; rails: bigint }>`
    select
      (select coalesce(sum(output), 0) from run where state = 'open')
      + (select coalesce(sum(
          income_per_day::numeric * (days - runs_done - case when status = 'running' then 1 else 0 end)
        ), 0) from machine where status <> 'finished') as mining,
      (select coalesce(sum(launches), 0) from referral where state in ('promised', 'due')) as launches,
      (select coalesce(sum(reserved), 0) from gateway_order where state in ('pending', 'processing'))
      + (select coalesce(sum(reserved), 0) from bank_deposit where state = 'pending') as rails
    `.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('a sum gave no row')
  return new Map<CurrencyId, bigint>([
    [currencies.BTBC.id, row.mining],
    [currencies.LAUNCH.id, row.launches],
    [currencies.USDT.id, row.rails],
  ])
}
