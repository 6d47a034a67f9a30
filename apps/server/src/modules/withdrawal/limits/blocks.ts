import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import { getMember } from '#modules/account/index.ts'
import { withdrawalsWaitUntil } from '#modules/security/index.ts'
import { findMemberStop, stoppedCurrencies } from '#modules/stop/stop.ts'

/** What keeps a member's money from leaving: a frozen account, a stop of them or of its currency, a wait. */

export type Block = { reason: 'frozen' | 'held' | 'stopped' | 'checked'; until: Date | null }

/** What is in the way of this member's withdrawal of these currencies now, or undefined. */
export async function blockOf(
  tx: Tx,
  request: { memberId: number; currencies: readonly CurrencyId[]; now: Date },
): Promise<Block | undefined> {
  const { memberId, now } = request
  const { frozen_at: frozenAt } = await getMember(tx, memberId)
  if (frozenAt !== null) return { reason: 'frozen', until: null }
  if (await findMemberStop(tx, memberId)) return { reason: 'checked', until: null }
  const stopped = await stoppedCurrencies(tx)
  if (request.currencies.some((id) => stopped.has(id))) return { reason: 'stopped', until: null }
  const until = await withdrawalsWaitUntil(tx, memberId, now)
  return until ? { reason: 'held', until } : undefined
}

export async function refuseBlocked(
  tx: Tx,
  request: { memberId: number; currencies: readonly CurrencyId[]; now: Date },
): Promise<void> {
  const block = await blockOf(tx, request)
  switch (block?.reason) {
    case undefined:
      return
    case 'frozen':
      throw new Refusal('account_frozen')
    case 'stopped':
      throw new Refusal('withdrawals_stopped')
    case 'checked':
      throw new Refusal('account_checked')
    case 'held':
      throw new Refusal('withdrawals_held', { until: block.until?.toISOString() ?? '' })
  }
}
