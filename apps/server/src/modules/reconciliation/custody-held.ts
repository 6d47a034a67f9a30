import type { Tx } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from 'viem'

import type { CoinId } from '#chain/chain.ts'

/**
 * What is asked when custody is compared, and what is remembered of the rest. Of many addresses those are
 * asked that a final block has moved something of since they were asked last, and some of the others in
 * turn, as a token may change a balance and say nothing of it: so a comparison costs what changed.
 */

/** Up to so many addresses are all asked; beyond that, the first time, those that ever received something. */
const ADDRESSES_MAX = 500
const IN_TURN = 200
/** A reader asks a node for each of them. */
export const NAMED_MAX = 20

export type Holding = { address: Address; held: bigint }
type Round = { block: bigint | null; chains: number; index: number }
export type Asked = {
  addresses: readonly Address[]
  /** Nothing is taken from what is remembered. */
  isWhole: boolean
  round: Round
  /** The last of those that are asked in turn. */
  index: number
}

export async function readAsked(tx: Tx, block: bigint): Promise<Asked> {
  const { hd_index: at, ...row } = await tx
    .selectFrom('custody_round')
    .select(['block', 'chains', 'hd_index'])
    .executeTakeFirstOrThrow()
  const round = { ...row, index: at }
  const few = await addresses(
    tx,
    sql`select address from deposit_address
    where address is not null limit ${ADDRESSES_MAX + 1}`,
  )
  if (few.length <= ADDRESSES_MAX) return { addresses: few, isWhole: true, round, index: 0 }
  if (round.block === null) {
    // An address is one member's for good: one look by key for each, and none for each deposit.
    const used = await addresses(
      tx,
      sql`select address from deposit_address
      where address is not null
        and exists (select from deposit where deposit.member_id = deposit_address.member_id)`,
    )
    return { addresses: used, isWhole: true, round, index: 0 }
  }
  const moved = await addresses(
    tx,
    sql`select distinct address from custody_moved
    join deposit_address using (address) where block <= ${block}`,
  )
  const { rows } = await sql<{ address: Address; index: number }>`
    select address, hd_index as index from deposit_address
    where hd_index > ${at} and address is not null order by hd_index limit ${IN_TURN}`.execute(tx)
  const index = rows.length < IN_TURN ? 0 : (rows.at(-1)?.index ?? 0)
  const asked = new Set([...moved, ...rows.map(({ address }) => address)])
  return { addresses: [...asked], isWhole: false, round, index }
}

async function addresses(tx: Tx, query: RawBuilder<unknown>): Promise<Address[]> {
  const { rows } = await sql<{ address: Address }>`${query}`.execute(tx)
  return rows.map(({ address }) => address)
}

/** What those hold of a coin that are not asked: all of it, and the most of them. */
export type Remembered = { sum: bigint; most: readonly Holding[] }

export async function readRemembered(tx: Tx, coin: CoinId, asked: Asked): Promise<Remembered> {
  if (asked.isWhole) return { sum: 0n, most: [] }
  // By key, and never one row against all of them: of an array that it is only told, PostgreSQL looks
  // through the whole for each row.
  const { rows } = await sql<{ sum: bigint }>`
    select (select coalesce(sum(held), 0) from custody_held where currency = ${coin})
      - (select coalesce(sum(held), 0) from custody_held
         where currency = ${coin} and address = any (${asked.addresses}::text[])) as sum`.execute(
    tx,
  )
  const { rows: most } = await sql<Holding>`
    select address, held from custody_held where currency = ${coin}
    order by held desc limit ${NAMED_MAX + asked.addresses.length}`.execute(tx)
  const ofAsked = new Set(asked.addresses)
  const others = most.filter(({ address }) => !ofAsked.has(address))
  return { sum: rows[0]?.sum ?? 0n, most: others.slice(0, NAMED_MAX) }
}

/** Remembers what was answered, unless somebody else did meanwhile or the chain became another one. */
export async function rememberHeld(
  tx: Tx,
  {
    asked,
    block,
    held,
  }: { asked: Asked; block: bigint; held: ReadonlyMap<CoinId, readonly Holding[]> },
): Promise<void> {
  const { round, index, isWhole } = asked
  const { rows } = await sql`
    update custody_round set block = ${block}, hd_index = ${index}
    where block is not distinct from ${round.block}::bigint and chains = ${round.chains}
      and hd_index = ${round.index} and (block is null or block <= ${block}) returning id`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`delete from custody_held
    where ${isWhole} or address = any (${asked.addresses}::text[])`.execute(tx)
  const ofMembers = new Set(asked.addresses)
  for (const [coin, holdings] of held) {
    const kept = holdings.filter((each) => each.held > 0n && ofMembers.has(each.address))
    await sql`insert into custody_held (currency, address, held)
      select ${coin}::integer, * from unnest(${kept.map(({ address }) => address)}::text[],
        ${kept.map((each) => each.held)}::numeric[])`.execute(tx)
  }
  await sql`delete from custody_moved where block <= ${block}`.execute(tx)
}
