import type { Response } from '@btbc/contract/endpoint.ts'
import type { exitLock as exitLockCall } from '@btbc/contract/lock.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'

import { lockMember } from '#modules/account/index.ts'

import { transition } from '#platform/state-machine.ts'

import { lockExited } from './lock.entries.ts'
import { daysPassed, entriesDue } from './lock.pay.ts'
import { lockStates } from './lock.states.ts'
import { EXIT_AFTER_MS, type LockRow, paidOf } from './lock.ts'

/** The early end of a lock: the amount comes back, the income of the days to come does not. */

type Exit = Response<typeof exitLockCall>
type Request = { memberId: number; id: number; now: Date }

export async function describeExit(tx: Tx, { memberId, id, now }: Request): Promise<Exit> {
  const row = await tx
    .selectFrom('lock_contract')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return exitOf(row, now)
}

/** Ends a lock. What is forfeited is what was shown, or nothing happens. */
export async function exitLock(
  tx: Tx,
  { memberId, id, shown, now }: Request & { shown: bigint | undefined },
): Promise<Exit> {
  await lockMember(tx, memberId)
  const row = await tx
    .selectFrom('lock_contract')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  const exit = exitOf(row, now)
  if (!row || (shown !== undefined && shown !== exit.forfeited)) throw new Refusal('terms_changed')
  const { amount, day_income: dayIncome } = row
  const lock = { id, memberId, amount, dayIncome }
  const set = { days_paid: daysPassed(row, now) }
  await transition(tx, lockStates, row, 'exit', { now, set })
  // One statement, which locks all their accounts in the order of ids: pool, reserve, member.
  await postBatch(tx, [...entriesDue(row, now), lockExited(lock, exit.forfeited, now)])
  return exit
}

function exitOf(row: LockRow | undefined, now: Date): Exit {
  if (!row) throw new Refusal('lock_not_found')
  const passed = daysPassed(row, now)
  if (row.state !== 'running' || passed === row.days) throw new Refusal('lock_ended')
  const from = new Date(row.started_at.getTime() + EXIT_AFTER_MS)
  if (now < from) throw new Refusal('lock_too_early', { until: from.toISOString() })
  return {
    principal: row.amount,
    paid: paidOf({ ...row, days_paid: passed }),
    forfeited: row.day_income * BigInt(row.days - passed),
  }
}
