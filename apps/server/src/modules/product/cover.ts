import type { Tx } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { callOperators } from '#modules/operator/index.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

/** How long the pools of locks and funds last, and who is called before one cannot cover a usual day. */

const USUAL_DAYS = 7
const LOOK_EVERY_MS = 10 * MINUTE_MS

type Pool = 'lock' | 'fund'
type Cover = { pool: Pool; available: bigint; usual_day: bigint; days: number | null }

/** What is left, what a day sets aside as the last seven did, rounded up, and how many days that lasts. */
export async function coverOf(tx: Tx, pool: Pool, now: Date): Promise<Cover> {
  const account = houseAccount(`pool:${pool}`, currencies.USDT.id)
  const { available } = await balanceOf(tx, account)
  const since = new Date(now.getTime() - USUAL_DAYS * DAY_MS)
  const promised = pool === 'lock' ? sql`day_income::numeric * days` : sql`yield`
  const { rows } = await sql<{ usual: bigint }>`
    select ceil(coalesce(sum(${promised}), 0) / ${USUAL_DAYS}::integer)::bigint as usual
    from ${sql.table(`${pool}_contract`)} where started_at > ${since}`.execute(tx)
  const usual = rows[0]?.usual ?? 0n
  const days = usual === 0n ? null : Number(available / usual)
  return { pool, available, usual_day: usual, days }
}

/** Looks at one pool whose turn it is; calls operators once until it is filled again. */
export async function watchPools(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const watch = await tx
    .selectFrom('pool_watch')
    .selectAll()
    .where('next_check_at', '<=', now)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!watch) return 0
  const pool = watch.pool === 'lock' ? 'lock' : 'fund'
  const { available, usual_day: usual } = await coverOf(tx, pool, now)
  const isShort = available < usual
  if (isShort && watch.called_at === null) {
    await callOperators(tx, {
      subject: `pool:${watch.pool} does not cover a usual day`,
      text: `pool:${watch.pool} has ${plainAmount(available)} USDT left; a usual day sets ${plainAmount(usual)} USDT aside. Sales are refused when it is empty. It is filled by a proposal under Pools.`,
      now: wallNow,
    })
  }
  const lookAt = new Date(now.getTime() + LOOK_EVERY_MS)
  const calledAt = isShort ? (watch.called_at ?? now) : null
  await tx
    .updateTable('pool_watch')
    .set({ next_check_at: lookAt, called_at: calledAt })
    .where('pool', '=', watch.pool)
    .execute()
  return 1
}
