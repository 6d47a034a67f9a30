import type { Db, Tx } from '@btbc/database/database.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import type { Address } from 'viem'

import { MINUTE_MS } from '#platform/durations.ts'

import { leastDeposit } from './deposit.rules.ts'

/** What was credited at each deposit address and still lies there. */

/** Less than this many minimum deposits are not worth the gas. */
const WORTH_IT = 10n
const AGAIN_AFTER_MS = MINUTE_MS

export type Place = { index: number; currency: CurrencyId }
export type Unswept = Place & { address: Address; amount: bigint }

export function isWorthIt(currency: CurrencyId, amount: bigint): boolean {
  return amount >= WORTH_IT * leastDeposit(currency)
}

/** Credited to a member, at their address. */
export async function addUnswept(
  tx: Tx,
  credited: { memberId: number; currency: CurrencyId; amount: bigint; now: Date },
): Promise<void> {
  const { memberId, currency, amount, now } = credited
  const { hd_index: index } = await tx
    .selectFrom('deposit_address')
    .select('hd_index')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  await change(tx, { index, currency, by: amount, dueAt: now })
}

/** Its sweep failed: it still lies there, and is tried again. */
export async function putBackUnswept(
  tx: Tx,
  { index, currency, amount, now }: Place & { amount: bigint; now: Date },
): Promise<void> {
  const dueAt = new Date(now.getTime() + AGAIN_AFTER_MS)
  await change(tx, { index, currency, by: amount, dueAt })
}

/** A sweep takes it. What is left, if that is worth anything, waits for another one. */
export async function takeUnswept(
  tx: Tx,
  { index, currency, amount, now }: Place & { amount: bigint; now: Date },
): Promise<void> {
  const dueAt = new Date(now.getTime() + AGAIN_AFTER_MS)
  await change(tx, { index, currency, by: -amount, dueAt })
}

async function change(
  tx: Tx,
  { index, currency, by, dueAt }: Place & { by: bigint; dueAt: Date },
): Promise<void> {
  await tx
    .insertInto('deposit_unswept')
    .values({ hd_index: index, currency, amount: 0n })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const worth = WORTH_IT * leastDeposit(currency)
  await sql`
    update deposit_unswept
    set amount = amount + ${by},
      due_at = case when amount + ${by} >= ${worth} then ${dueAt}::timestamptz end
    where hd_index = ${index} and currency = ${currency}`.execute(tx)
}

/** Looked at, and not now. */
export async function waitUnswept(db: Db, { index, currency }: Place, now: Date): Promise<void> {
  await db
    .updateTable('deposit_unswept')
    .set({ due_at: new Date(now.getTime() + AGAIN_AFTER_MS) })
    .where('hd_index', '=', index)
    .where('currency', '=', currency)
    .execute()
}

/** What is worth its gas, at addresses from which no sweep is under way; the longest due first. */
export async function findUnswept(db: Db, now: Date, most: number): Promise<Unswept[]> {
  const { rows } = await sql<Unswept>`
    select unswept.hd_index as index, given.address, unswept.currency, unswept.amount
    from deposit_unswept unswept
    join deposit_address given on given.hd_index = unswept.hd_index
    where unswept.due_at <= ${now} and given.address is not null
      and not exists (
        select from deposit_sweep sweep
        where sweep.hd_index = unswept.hd_index and sweep.ended_at is null
      )
    order by unswept.due_at
    limit ${most}`.execute(db)
  return rows
}
