/** The books as they were at an entry that is sealed, whatever has been posted since. */

import type { Db, Tx } from '@btbc/database/database.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import { type RawBuilder, sql } from 'kysely'
import { HOUSE_IDS } from '#account.ts'
import { CHAIN_START, type ChainHead } from '#chain.ts'

/** What a member can own, in the order of the sums. */
export const sealedCurrencies: readonly CurrencyId[] = Object.values(currencies)
  .map(({ id }) => id)
  .filter((id) => id !== currencies.BANK.id)

/** The last entry whose lines are digested, and its link in the chain. */
export async function readCut(tx: Tx): Promise<ChainHead & { digested: bigint }> {
  const { rows } = await sql<{
    through: bigint
    position: bigint | null
    entry_id: bigint | null
    hash: Buffer | null
  }>`
    select mark.through, link.position, link.entry_id, link.hash
    from ledger_digest_mark mark left join lateral (
      select position, entry_id, hash from ledger_chain
      where entry_id <= mark.through order by entry_id desc limit 1
    ) link on true`.execute(tx)
  const [row] = rows
  return {
    digested: row?.through ?? 0n,
    position: row?.position ?? 0n,
    entryId: row?.entry_id ?? 0n,
    hash: (row?.hash ?? CHAIN_START).toString('hex'),
  }
}

/**
 * Both sides of a move of `ledger_move`, as `side (account, available, held)`. Moves are found once by
 * their entry, whosever side is asked for: the indices by account are for what one account has. The rows of
 * `values` are constants: PostgreSQL prepares anew what is computed in one, for each move.
 */
export const bothSides = sql`(values (false), (true)) as way (is_to) cross join lateral (
    select case when is_to then to_account else from_account end,
      case when (case when is_to then to_part else from_part end) = 'available'
        then case when is_to then amount else -amount end else 0 end,
      case when (case when is_to then to_part else from_part end) = 'held'
        then case when is_to then amount else -amount end else 0 end
  ) as side (account, available, held)`

/** What one entry did to accounts in total: (account, value), an account perhaps more than once. */
export function sidesOf(entryId: string): RawBuilder<unknown> {
  const id = sql.ref(entryId)
  return sql`
    select side.account, side.available + side.held as value
    from ledger_move cross join ${bothSides}
    where entry_id = ${id}
    union all
    select line.account, line.available + line.held
    from ledger_net net cross join unnest(net.accounts, net.available, net.held)
      as line (account, available, held)
    where net.entry_id = ${id}`
}

/** What entries after this one did to accounts: (account, available, held), an entry many times. */
export function sidesSince(through: bigint): RawBuilder<unknown> {
  return sql`
    select side.account, side.available, side.held
    from ledger_move cross join ${bothSides}
    where entry_id > ${through}
    union all
    select line.account, line.available, line.held
    from ledger_net net cross join unnest(net.accounts, net.available, net.held)
      as line (account, available, held)
    where net.entry_id > ${through}`
}

/** A member's row: key of the order, member, digest, and a sum for each of `sealedCurrencies`. */
export const MEMBER_ROW = 8 + 4 + 32 + 8 * sealedCurrencies.length

/**
 * Puts every member's sums at the cut aside, in an order that only `seed` tells. They are all written down
 * when the transaction ends, for its connection alone: however long it is until the last of them is
 * fetched, nobody has to keep old rows for that.
 */
export async function setMemberSumsAside(
  tx: Tx,
  { through, seed }: { through: bigint; seed: bigint },
): Promise<void> {
  const amounts = sql.join(
    sealedCurrencies.map(
      (id) =>
        sql`int8send(coalesce(sum(total) filter (where currency = ${sql.lit(id)}), 0)::bigint)`,
    ),
    sql` || `,
  )
  await sql`
    declare members no scroll cursor with hold for
    select int8send(key) || int4send(owner)
      || coalesce(digest.hash, decode(repeat('00', 32), 'hex')) || sums as packed
    from (
      select owner, hashint8extended(owner, ${seed}) as key, ${amounts} as sums
      from (
        select owner, currency, available + held as total
        from ledger_account where owner is not null
        union all
        select (side.account >> 20)::integer, (side.account & 4095)::integer,
          -(side.available + side.held)
        from (${sidesSince(through)}) side where side.account >= ${sql.lit(HOUSE_IDS)}
      ) each group by owner
    ) summed left join ledger_digest digest on digest.member_id = summed.owner
    order by key, owner`.execute(tx)
}

/** What was put aside by the one connection of `db`, some at a time: as many as there are. */
export async function* fetchMemberSums(db: Db, atOnce: number): AsyncGenerator<Buffer[]> {
  for (;;) {
    const { rows } = await sql<{ packed: Buffer }>`
      fetch ${sql.lit(atOnce)} from members`.execute(db)
    yield rows.map(({ packed }) => packed)
    if (rows.length < atOnce) return
  }
}

export async function countMembers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ members: bigint }>`
    select count(*) as members from (
      select owner from ledger_account where owner is not null group by owner
    ) owners`.execute(tx)
  return Number(rows[0]?.members ?? 0n)
}

/** Where a member stands in the order of this seed. */
export async function keyOfMember(tx: Tx, memberId: number, seed: bigint): Promise<bigint> {
  const { rows } = await sql<{ key: bigint }>`
    select hashint8extended(${memberId}::bigint, ${seed}) as key`.execute(tx)
  return rows[0]?.key ?? 0n
}
