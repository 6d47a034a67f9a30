import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

/** What holds for every contract of a member, be it a lock or a fund. */

/** A day is 24 hours from its start, whatever the calendar says. */
/** Each running one is paid and listed. */
export const RUNNING_MAX = 200

/** How many of a kind may run; asked with the member locked. */
export async function refuseTooMany(
  tx: Tx,
  table: 'lock_contract' | 'fund_contract',
  memberId: number,
): Promise<void> {
  const { running } = await tx
    .selectFrom(table)
    .select((row) => row.fn.countAll<bigint>().as('running'))
    .where('member_id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(running) >= RUNNING_MAX) {
    throw new Refusal('too_many_contracts', { limit: RUNNING_MAX })
  }
}

/** A time in the text of a refusal. */
export function shownTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
