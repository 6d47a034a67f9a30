import type { Tx } from '@btbc/database/database.ts'
import { type CurrencyId, getCurrency } from '@btbc/money/currency.ts'
import { type RawBuilder, sql } from 'kysely'

import { type HousePurpose, houseAccount } from '#account.ts'
import { balanceOf } from '#balances.ts'
import type { EntryKind } from '#kinds.ts'

/** What the books say was posted, for those who know what should have been. */

/**
 * Compares entries of these kinds with what is awaited: a query of (key, currency, amount). One line
 * for each that is missing, of another amount, or stands for nothing.
 */
export async function findUnposted(
  tx: Tx,
  {
    kinds,
    awaited,
    most,
  }: { kinds: readonly EntryKind[]; awaited: RawBuilder<unknown>; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ detail: string }>`
    with awaited as (${awaited}), posted as (
      select entry.key, move.currency, sum(move.amount) as amount
      from ledger_entry entry join ledger_move move on move.entry_id = entry.id
      where entry.kind = any (${kinds}::text[]) group by entry.key, move.currency
    )
    select format('%s: %s of currency %s outside, %s in the books',
      key, coalesce(awaited.amount, 0), currency, coalesce(posted.amount, 0)) as detail
    from awaited full join posted using (key, currency)
    where awaited.amount is distinct from posted.amount
    limit ${most}`.execute(tx)
  return rows.map(({ detail }) => detail)
}

/** Entries of these kinds in which what was a member's went to anybody else. */
export async function findTaken(
  tx: Tx,
  { kinds, most }: { kinds: readonly EntryKind[]; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select entry.key
    from ledger_entry entry
    join ledger_move move on move.entry_id = entry.id
    join ledger_account giver on giver.id = move.from_account
    join ledger_account taker on taker.id = move.to_account
    where entry.kind = any (${kinds}::text[])
      and giver.owner is not null and taker.owner is distinct from giver.owner
    limit ${most}`.execute(tx)
  return rows.map(({ key }) => key)
}

/** How much entries of a kind have moved, by currency. */
export async function sumPosted(tx: Tx, kind: EntryKind): Promise<Map<CurrencyId, bigint>> {
  const { rows } = await sql<{ currency: CurrencyId; amount: bigint }>`
    select move.currency, sum(move.amount)::bigint as amount
    from ledger_entry entry join ledger_move move on move.entry_id = entry.id
    where entry.kind = ${kind} group by move.currency`.execute(tx)
  return new Map(rows.map(({ currency, amount }) => [currency, amount]))
}

/** How much entries of these kinds have moved, by the number that their note names. */
export async function sumNoted(
  tx: Tx,
  { kinds, note }: { kinds: readonly EntryKind[]; note: string },
): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ named: number; amount: bigint }>`
    select (entry.note ->> ${note})::integer as named, sum(move.amount)::bigint as amount
    from ledger_entry entry join ledger_move move on move.entry_id = entry.id
    where entry.kind = any (${kinds}::text[]) and entry.note ? ${note} group by named`.execute(tx)
  return new Map(rows.map(({ named, amount }) => [named, amount]))
}

/** How what is reserved differs from what is promised, in words; undefined when it does not. */
export async function findUnreserved(
  tx: Tx,
  {
    purpose,
    currency,
    promised,
  }: { purpose: HousePurpose; currency: CurrencyId; promised: bigint },
): Promise<string | undefined> {
  const { available, held } = await balanceOf(tx, houseAccount(purpose, currency))
  const reserved = available + held
  const code = getCurrency(currency).code
  return reserved === promised ? undefined : `${reserved} ${code} reserved, ${promised} promised`
}
