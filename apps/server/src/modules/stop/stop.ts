import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

/**
 * A stop of a currency or of a member: nothing of it leaves until two operators lift it. What a member has is
 * not traded either meanwhile; of a currency that is said.
 */

const REASON_LENGTH_MAX = 500

/** Where `matching` is said it is not matched either. The newest reason stands. */
export async function stopCurrency(
  tx: Tx,
  stop: { currency: CurrencyId; reason: string; matching?: boolean; now: Date },
): Promise<void> {
  const { currency, reason, matching = false, now } = stop
  await tx
    .insertInto('withdrawal_stop')
    .values({ currency, reason: reason.slice(0, REASON_LENGTH_MAX), at: now, matching })
    .onConflict((known) =>
      known
        .column('currency')
        .doUpdateSet((row) => ({
          reason: row.ref('excluded.reason'),
          at: row.ref('excluded.at'),
          matching: sql<boolean>`withdrawal_stop.matching or excluded.matching`,
        }))
        .where(
          sql<boolean>`withdrawal_stop.reason <> excluded.reason
            or excluded.matching and not withdrawal_stop.matching`,
        ),
    )
    .execute()
}

/** Lifts the stop that two operators have looked at, and no later one. */
export async function liftCurrencyStop(
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

export async function findCurrencyStop(
  tx: Tx,
  currency: number,
): Promise<{ at: Date; matching: boolean } | undefined> {
  return await tx
    .selectFrom('withdrawal_stop')
    .select(['at', 'matching'])
    .where('currency', '=', currency)
    .executeTakeFirst()
}

export async function stoppedCurrencies(tx: Tx): Promise<Set<number>> {
  const rows = await tx.selectFrom('withdrawal_stop').select('currency').execute()
  return new Set(rows.map(({ currency }) => currency))
}

/** Those that are not matched either. */
export async function untradedCurrencies(db: Db): Promise<Set<number>> {
  const rows = await db
    .selectFrom('withdrawal_stop')
    .select('currency')
    .where('matching', '=', true)
    .execute()
  return new Set(rows.map(({ currency }) => currency))
}

/** The first reason stands; answers whether it is this one. */
export async function stopMember(
  tx: Tx,
  { memberId, reason, now }: { memberId: number; reason: string; now: Date },
): Promise<boolean> {
  const stopped = await tx
    .insertInto('member_stop')
    .values({ member_id: memberId, reason: reason.slice(0, REASON_LENGTH_MAX), at: now })
    .onConflict((known) => known.column('member_id').doNothing())
    .returning('member_id')
    .executeTakeFirst()
  return stopped !== undefined
}

/** Lifts the stop that two operators have looked at, and no later one. */
export async function liftMemberStop(
  tx: Tx,
  { memberId, stoppedAt }: { memberId: number; stoppedAt: Date },
): Promise<void> {
  const stop = await findMemberStop(tx, memberId)
  if (!stop) throw new Refusal('withdrawals_not_stopped')
  if (stop.at.getTime() !== stoppedAt.getTime()) throw new Refusal('withdrawals_stopped_anew')
  await tx.deleteFrom('member_stop').where('member_id', '=', memberId).execute()
}

export async function findMemberStop(
  tx: Tx,
  memberId: number,
): Promise<{ reason: string; at: Date } | undefined> {
  return await tx
    .selectFrom('member_stop')
    .select(['reason', 'at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

export async function stoppedMembers(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('member_stop').select('member_id').execute()
  return new Set(rows.map(({ member_id: id }) => id))
}
