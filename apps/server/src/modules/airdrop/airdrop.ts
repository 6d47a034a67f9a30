import { airdropPoolNames } from '@btbc/contract/airdrop-rules.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { AirdropGroup } from '@btbc/contract/operator/airdrop.ts'
import type {
  listAirdropMembers as listMembersCall,
  listAirdrops as listCall,
} from '@btbc/contract/operator/airdrop.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import type { Airdrop as AirdropTable } from '@btbc/database/tables.ts'
import { wireUnits } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId, getCurrency } from '@btbc/money/currency.ts'
import { type Selectable, sql } from 'kysely'

import { type Budget, currencyFrom } from './airdrop.entries.ts'
import { inWords } from './airdrop.group.ts'

/** Airdrops as operators read them, and what open ones still promise. */

export type Airdrop = Selectable<AirdropTable>

export function budgetOf({ id, pool: name, currency: number, amount, worth }: Airdrop): Budget {
  const pool = airdropPoolNames.find((each) => each === name)
  const currency = pool && currencyFrom(pool, number)
  if (pool === undefined || currency === undefined) {
    throw new Error(`an airdrop of currency ${number} from ${name}`)
  }
  return { id, pool, currency, amount, worth }
}

export async function listAirdrops(
  tx: Tx,
  { page, limit }: { page: number; limit: number },
): Promise<Response<typeof listCall>> {
  const all = tx.selectFrom('airdrop').selectAll().orderBy('id', 'desc')
  const { rows, total } = await readPage(tx, all, { page, limit }, { key: 'id' })
  const list = rows.map((row) => {
    const { id, title, state, members, frozen, given, left_out, held } = row
    const { made_at, closed_at } = row
    const { pool, currency, amount } = budgetOf(row)
    const shown = (units: bigint) => wireUnits(units, getCurrency(currency))
    return {
      id,
      title,
      words: inWords(AirdropGroup.parse(row.meant)),
      state,
      pool,
      currency,
      amount: shown(amount),
      total: shown(amount * BigInt(members)),
      members,
      frozen,
      given,
      left_out,
      held,
      made_at,
      closed_at,
    }
  })
  return { list, total, page, limit }
}

const MEMBER_KEY = ['airdrop_id', 'member_id'] as const

/** All who were written down, or of them who was left out since. */
export async function listMembers(
  tx: Tx,
  asked: { id: number; of: 'all' | 'left out'; page: number; limit: number },
): Promise<Response<typeof listMembersCall>> {
  const { id, of, page, limit } = asked
  const known = await tx.selectFrom('airdrop').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw new Refusal('airdrop_not_found')
  const members = tx
    .selectFrom('airdrop_member')
    .innerJoin('member', 'member.id', 'member_id')
    .select(['member.id', 'account_number'])
    .orderBy('member_id')
  const written = tx
    .selectFrom('airdrop_member')
    .select(MEMBER_KEY)
    .where('airdrop_id', '=', id)
    .orderBy('member_id')
  const keys = of === 'all' ? written : written.where('is_left_out', '=', sql.lit(true))
  const { rows, total } = await readPage(tx, members, { page, limit }, { key: MEMBER_KEY, keys })
  return { list: rows, total, page, limit }
}

/** What airdrops still promise, by currency: open ones, and those with parts that are held. */
export async function sumAirdropPromises(tx: Tx): Promise<Map<CurrencyId, bigint>> {
  const { rows } = await sql<{ currency: CurrencyId; sum: bigint }>`
    select currency, sum(amount * owed)::bigint as sum
    from (
      select part.currency, part.amount, case state when 'open' then members - given else held end as owed
      from airdrop cross join lateral (
        values (currency, amount), (${currencies.BTBC.id}::integer, worth)
      ) part (currency, amount)
      where state = 'open' or (state = 'ended' and held > 0)
    ) promised where amount > 0 group by currency`.execute(tx)
  return new Map(rows.map(({ currency, sum }) => [currency, sum]))
}
