/** What the accounts hold, read from the books. */

import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, type Tx, prepare, runPrepared } from '@btbc/database/database.ts'
import { sum } from '@btbc/money/amount.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { currencies, findCurrency } from '@btbc/money/currency.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  type Account,
  accountId,
  floorOf,
  HOUSE_IDS,
  memberAccount,
  type MemberPurpose,
} from '#account.ts'
import { sidesSince } from '#cut.ts'

export type Balance = { purpose: string; currency: CurrencyId; available: bigint; held: bigint }

export async function balanceOf(
  tx: Tx | Db,
  account: Account,
): Promise<{ available: bigint; held: bigint }> {
  const row = await tx
    .selectFrom('ledger_account')
    .select(['available', 'held'])
    .where('id', '=', BigInt(accountId(account)))
    .executeTakeFirst()
  return row ?? { available: 0n, held: 0n }
}

/** What it may still give, down to its floor. */
export async function spendableOf(tx: Tx | Db, account: Account): Promise<bigint> {
  return (await balanceOf(tx, account)).available - floorOf(account)
}

type BalanceRow = { purpose: string; currency: number; available: bigint; held: bigint }

const OF_MEMBERS = prepare(
  'ledger_of_members',
  `select owner, purpose, currency, available, held from ledger_account
   where owner = any ($1::integer[]) order by owner, purpose, currency`,
)

/** Every account the member has, also the empty ones that had something once. */
export const balancesOfMember = askTogether(
  async (database, memberIds: readonly number[]): Promise<Balance[][]> => {
    const rows = await runPrepared<BalanceRow & { owner: number }>(database, OF_MEMBERS, [
      memberIds,
    ])
    const byMember = new Map(memberIds.map((id) => [id, [] as Balance[]]))
    for (const { owner, ...row } of rows) byMember.get(owner)?.push(readBalance(row))
    return memberIds.map((id) => byMember.get(id) ?? [])
  },
)

/** SQL for what the member of this column has available in one account, which may not be opened yet. */
export function availableOf(column: string, purpose: MemberPurpose, currency: CurrencyId): string {
  const id = `${column}::bigint * ${HOUSE_IDS} + ${accountId(memberAccount(1, purpose, currency)) - HOUSE_IDS}`
  return `coalesce((select available from ledger_account where id = ${id}), 0)`
}

export async function balancesOfHouse(tx: Tx | Db): Promise<(Balance & { floor: bigint })[]> {
  const rows = await tx
    .selectFrom('ledger_account')
    .select(['purpose', 'currency', 'available', 'held', 'floor'])
    .where('owner', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...readBalance(row), floor: row.floor }))
}

/** SQL for every member who has some of this in this wallet: `(select member_id, available …)`. */
export function holders(purpose: MemberPurpose, currency: CurrencyId): RawBuilder<unknown> {
  return sql`(
    select owner as member_id, available from ledger_account
    where purpose = ${purpose} and currency = ${currency}::integer
      and owner is not null and available > 0
  )`
}

export type Totals = {
  currency: CurrencyId
  /** To all members together, in every wallet; `unclaimed` is mined and not yet claimed. */
  owed: { available: bigint; held: bigint; unclaimed: bigint }
  /** By name without its prefix: `mining`, `treasury`, … */
  pools: Record<string, bigint>
  /** Promised and not yet due, by product. */
  reserves: Record<string, bigint>
  rails: Record<string, bigint>
  fees: bigint
  dust: bigint
  suspense: bigint
  /** Below zero: burnt, and not paid for yet. */
  gas: bigint
  /** What the custody addresses hold for the books. */
  custody: bigint
  /** What exists in the books without being on chain. */
  issued: bigint
}

/**
 * The whole of the books on one page: per currency, who is owed what and what stands behind it. With
 * `through`, as it was at that entry.
 */
export async function totals(tx: Tx | Db, through?: bigint): Promise<Totals[]> {
  const since =
    through !== undefined &&
    sql`union all select account.currency, account.owner, account.purpose, -side.available, -side.held
      from (${sidesSince(through)}) side join ledger_account account on account.id = side.account`
  const { rows } = await sql<TotalRow>`
    select currency, owner is not null as of_members, purpose,
      sum(available) as available, sum(held) as held
    from (
      select currency, owner, purpose, available, held from ledger_account ${since || sql``}
    ) each
    group by currency, owner is not null, purpose
    order by currency, of_members, purpose`.execute(tx)
  return Object.values(currencies).map(({ id }) =>
    addUp(
      id,
      rows.filter((row) => row.currency === id),
    ),
  )
}

/** All that stands reserved in a currency now: of the house's accounts, which are few. */
export async function reserves(tx: Tx): Promise<ReadonlyMap<CurrencyId, bigint>> {
  const { rows } = await sql<{ currency: CurrencyId; reserved: bigint }>`
    select currency, sum(available + held)::bigint as reserved
    from ledger_account where owner is null and purpose like 'reserve:%' group by currency`.execute(
    tx,
  )
  return new Map(rows.map(({ currency, reserved }) => [currency, reserved]))
}

type TotalRow = {
  currency: number
  of_members: boolean
  purpose: string
  available: bigint
  held: bigint
}

function addUp(currency: CurrencyId, rows: readonly TotalRow[]): Totals {
  const ofMembers = rows.filter((row) => row.of_members)
  const unclaimed = ofMembers.filter((row) => row.purpose === 'unclaimed')
  const wallets = ofMembers.filter((row) => row.purpose !== 'unclaimed')
  const house = new Map(
    rows.filter((row) => !row.of_members).map((row) => [row.purpose, row.available + row.held]),
  )
  return {
    currency,
    owed: {
      available: sum(wallets.map((row) => row.available)),
      held: sum(wallets.map((row) => row.held)),
      unclaimed: sum(unclaimed.map((row) => row.available + row.held)),
    },
    pools: withPrefix(house, 'pool:'),
    reserves: withPrefix(house, 'reserve:'),
    rails: withPrefix(house, 'rail:'),
    fees: house.get('fees') ?? 0n,
    dust: house.get('dust') ?? 0n,
    suspense: house.get('suspense') ?? 0n,
    gas: house.get('gas') ?? 0n,
    custody: -(house.get('chain') ?? 0n),
    issued: -(house.get('issuance') ?? 0n) - (house.get('minted') ?? 0n),
  }
}

function withPrefix(house: ReadonlyMap<string, bigint>, prefix: string): Record<string, bigint> {
  const named = [...house].filter(([purpose]) => purpose.startsWith(prefix))
  return Object.fromEntries(
    named.map(([purpose, amount]) => [purpose.slice(prefix.length), amount]),
  )
}

function readBalance(row: BalanceRow): Balance {
  const currency = findCurrency(row.currency)
  if (!currency) throw new RangeError(`The books hold an unknown currency ${row.currency}`)
  return { ...row, currency: currency.id }
}
