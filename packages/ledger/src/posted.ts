import type { Tx } from '@btbc/database/database.ts'
import { type CurrencyId, getCurrency } from '@btbc/money/currency.ts'
import { type RawBuilder, sql } from 'kysely'

import { type HousePurpose, houseAccount } from '#account.ts'
import { aboutAccount, type Finding } from '#audit.ts'
import { balanceOf } from '#balances.ts'
import type { EntryKind } from '#kinds.ts'

/** What the books say was posted, for those who know what should have been. */

/**
 * Compares entries of these kinds with what is awaited: a query of (key, currency, amount, member_id),
 * without a member where the entry is about none. One line for each that is missing, of another amount or
 * about another member, or stands for nothing. That an entry pays whom it is about, is I25.
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
      select entry.key, entry.member_id, move.currency, sum(move.amount) as amount
      from ledger_entry entry join ledger_move move on move.entry_id = entry.id
      where entry.kind = any (${kinds}::text[]) group by entry.id, move.currency
    )
    select format('%s: %s of currency %s outside, %s in the books%s',
      key, coalesce(awaited.amount, 0), currency, coalesce(posted.amount, 0),
      case when awaited.member_id <> posted.member_id
        then format(', of member %s and of %s', awaited.member_id, posted.member_id) end) as detail
    from awaited full join posted using (key, currency)
    where (awaited.amount, awaited.member_id) is distinct from (posted.amount, posted.member_id)
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

/** How much entries of a kind have brought these accounts of the house, by currency. */
export async function sumKept(
  tx: Tx,
  { kind, purposes }: { kind: EntryKind; purposes: readonly HousePurpose[] },
): Promise<Map<CurrencyId, bigint>> {
  const { rows } = await sql<{ currency: CurrencyId; amount: bigint }>`
    with kept as (
      select id from ledger_account where owner is null and purpose = any (${purposes}::text[])
    )
    select (account & 4095)::integer as currency, sum(amount)::bigint as amount
    from (
      select line.account, line.available + line.held as amount
      from ledger_entry entry join ledger_net net on net.entry_id = entry.id
      cross join unnest(net.accounts, net.available, net.held) as line (account, available, held)
      where entry.kind = ${kind}
      union all
      -- As batches were posted before they were net.
      select move.to_account, move.amount
      from ledger_entry entry join ledger_move move on move.entry_id = entry.id
      where entry.kind = ${kind}
    ) each join kept on kept.id = account group by 1`.execute(tx)
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

/**
 * Holds that nothing open stands behind with just this amount and account: a query of (kind, id,
 * member_id, currency, amount), without a member where the house holds it. So what has ended and kept
 * its hold is found, which would lock its coins for ever.
 */
export async function findMisheld(
  tx: Tx,
  { open, most }: { open: RawBuilder<unknown>; most: number },
): Promise<Pick<Finding, 'detail' | 'about'>[]> {
  const { rows } = await sql<{ account: bigint; detail: string }>`
    with open as (${open})
    select hold.account_id as account,
      format('%s %s holds %s of account %s', hold.owner_kind, hold.owner_id, hold.amount, hold.account_id)
        as detail
    from ledger_hold hold join ledger_account account on account.id = hold.account_id
    where hold.amount > 0 and not exists (
      select from open
      where open.kind = hold.owner_kind and open.id = hold.owner_id and open.amount = hold.amount
        and open.currency = account.currency and open.member_id is not distinct from account.owner
    ) limit ${most}`.execute(tx)
  return rows.map(({ account, detail }) => ({ detail, about: aboutAccount(Number(account)) }))
}
