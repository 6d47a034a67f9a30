import type { Tx } from '@btbc/database/database.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

/** A stop of a currency: nothing of it leaves until operators resume it. */

const REASON_LENGTH_MAX = 500

/** Nothing of this currency leaves until it is resumed; the first reason is kept. */
export async function stopWithdrawals(
  tx: Tx,
  { currency, reason, now }: { currency: CurrencyId; reason: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('withdrawal_stop')
    .values({ currency, reason: reason.slice(0, REASON_LENGTH_MAX), at: now })
    .onConflict((known) => known.column('currency').doNothing())
    .execute()
}

/** Answers whether it was stopped at all. */
export async function resumeWithdrawals(
  tx: Tx,
  { currency }: { currency: CurrencyId },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('withdrawal_stop')
    .where('currency', '=', currency)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function stoppedCurrencies(tx: Tx): Promise<Set<number>> {
  const rows = await tx.selectFrom('withdrawal_stop').select('currency').execute()
  return new Set(rows.map(({ currency }) => currency))
}
