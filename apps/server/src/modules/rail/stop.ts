import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

/** A stop of a currency: nothing of it leaves until operators resume it. */

const REASON_LENGTH_MAX = 500

/** Nothing of this currency leaves until it is resumed. The newest reason stands. */
export async function stopWithdrawals(
  tx: Tx,
  { currency, reason, now }: { currency: CurrencyId; reason: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('withdrawal_stop')
    .values({ currency, reason: reason.slice(0, REASON_LENGTH_MAX), at: now })
    .onConflict((known) =>
      known
        .column('currency')
        .doUpdateSet((row) => ({ reason: row.ref('excluded.reason'), at: row.ref('excluded.at') }))
        .whereRef('withdrawal_stop.reason', '<>', 'excluded.reason'),
    )
    .execute()
}

/** Lifts the stop that two operators have looked at, and no later one. */
export async function resumeWithdrawals(
  tx: Tx,
  { currency, stoppedAt }: { currency: CurrencyId; stoppedAt: Date },
): Promise<void> {
  const stop = await tx
    .selectFrom('withdrawal_stop')
    .select('at')
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst()
  if (!stop) throw new Refusal('withdrawals_not_stopped')
  if (stop.at.getTime() !== stoppedAt.getTime()) throw new Refusal('withdrawals_stopped_anew')
  await tx.deleteFrom('withdrawal_stop').where('currency', '=', currency).execute()
}

export async function stoppedCurrencies(tx: Tx): Promise<Set<number>> {
  const rows = await tx.selectFrom('withdrawal_stop').select('currency').execute()
  return new Set(rows.map(({ currency }) => currency))
}
