import type { Tx } from '@btbc/database/database.ts'
import type { FundTerms as FundTable, LockTerms as LockTable } from '@btbc/database/tables.ts'
import { percentOf, plainAmount } from '@btbc/money/amount.ts'
import type { Selectable } from 'kysely'

import { minuteOf } from '#platform/calendar-days.ts'

/** Terms as they hold at a moment, and as they are said to whoever accepts others. */

export type LockTerms = Omit<Selectable<LockTable>, 'starts_at'>
export type FundTerms = Omit<Selectable<FundTable>, 'product_id' | 'effective_at'>

export async function lockTermsAt(tx: Tx, at: Date): Promise<LockTerms | undefined> {
  return await tx
    .selectFrom('lock_terms')
    .select(['days', 'day_bps', 'minimum'])
    .where('starts_at', '<=', at)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Undefined of a fund that is new then. */
export async function fundTermsAt(
  tx: Tx,
  { type, day, at }: { type: number; day: number; at: Date },
): Promise<FundTerms | undefined> {
  return await tx
    .selectFrom('fund_terms')
    .innerJoin('fund_product', 'fund_product.id', 'product_id')
    .select(['rate_bps', 'minimum', 'maximum', 'enabled', 'starts_at'])
    .where('type', '=', type)
    .where('day', '=', day)
    .where('effective_at', '<=', at)
    .orderBy('effective_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function sayLock({ days, day_bps: bps, minimum }: LockTerms): string {
  return `${days} days at ${percentOf(bps)} % a day, from ${plainAmount(minimum)} USDT`
}

export function sayFund({
  rate_bps: bps,
  minimum,
  maximum,
  enabled,
  starts_at,
}: FundTerms): string {
  const limits = `${plainAmount(minimum)} to ${plainAmount(maximum)} USDT`
  const terms = `${percentOf(bps)} % for the term, ${limits}, opens ${minuteOf(starts_at)}`
  return enabled ? terms : `closed (${terms})`
}
