import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import { getMember, type Member } from '#modules/account/index.ts'
import { doubt } from '#platform/doubts.ts'
import { tellOfChange } from './changes.ts'
import {
  type SessionCaller,
  disbelieve,
  endSessions,
  isOutdone,
  lockCaller,
} from '#modules/session/index.ts'
import { WAIT_MS } from './withdrawal-wait.ts'

/** One tap stops everything a thief would want: withdrawals, keys, logins from elsewhere. */

/**
 * Freezes the account; the sessions end, and nobody logs in before a reset. Only a session with a
 * newer login beside it goes on: that one may be the thief's. A frozen account stays as it is.
 */
export async function freezeAccount(
  tx: Tx,
  request: { caller: SessionCaller; network: string; now: Date; wallNow: Date },
): Promise<void> {
  const { caller, network, now, wallNow } = request
  const { memberId } = caller
  await lockCaller(tx, caller)
  const frozen = await tx
    .updateTable('member')
    .set({ frozen_at: now, frozen_network: network })
    .where('id', '=', memberId)
    .where('frozen_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!frozen) return
  const stays = await isOutdone(tx, caller)
  doubt(memberId, wallNow)
  await endSessions(tx, { memberId, ...(stays && { except: caller.sessionId }), wallNow })
  if (stays) await disbelieve(tx, caller.sessionId, wallNow)
  await tellOfChange(tx, { memberId, change: 'frozen', wallNow })
}

export async function unfreezeAccount(
  tx: Tx,
  request: {
    memberId: number
    confirm: Confirm
    now: Date
    wallNow: Date
  },
): Promise<void> {
  const { memberId, confirm, now, wallNow } = request
  const member = await getMember(tx, memberId)
  const { frozen_at: frozenAt, frozen_by_house: isByHouse } = member
  if (frozenAt === null) throw new Refusal('not_frozen')
  if (isByHouse) throw new Refusal('frozen_by_house')
  if (frozenUntil(member, frozenAt) > now) throw new Refusal('freeze_holds')
  await confirm()
  const thawed = await tx
    .updateTable('member')
    .set({ frozen_at: null, frozen_network: null })
    .where('id', '=', memberId)
    .where('frozen_at', '=', frozenAt)
    .where('frozen_by_house', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!thawed) throw new Refusal('not_frozen')
  await tellOfChange(tx, { memberId, change: 'unfrozen', wallNow })
}

/** Until when a freeze of the owner holds. */
export function frozenUntil({ freeze_until: moved }: Member, frozenAt: Date): Date {
  return new Date(Math.max(frozenAt.getTime() + WAIT_MS, moved?.getTime() ?? -Infinity))
}

/** No network is called so: nobody sits where the house froze it. */
const HOUSE = 'house'

/** Two operators freeze it, also when its owner did before: then it no longer ends by the owner alone. */
export async function freezeByHouse(
  tx: Tx,
  { memberId, now, wallNow }: { memberId: number; now: Date; wallNow: Date },
): Promise<void> {
  const frozen = await tx
    .updateTable('member')
    .set((row) => ({
      frozen_at: row.fn.coalesce('frozen_at', row.val(now)),
      frozen_network: row.fn.coalesce('frozen_network', row.val(HOUSE)),
      frozen_by_house: true,
    }))
    .where('id', '=', memberId)
    .where('frozen_by_house', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!frozen) throw new Refusal('member_frozen')
  doubt(memberId, wallNow)
  await endSessions(tx, { memberId, wallNow })
  await tellOfChange(tx, { memberId, change: 'frozen_by_house', wallNow })
}

/** Withdrawals, keys and logins from elsewhere work again, whoever froze it; only of the freeze that is meant. */
export async function unfreezeByHouse(
  tx: Tx,
  request: { memberId: number; meant: { frozenAt: Date; isByHouse: boolean }; wallNow: Date },
): Promise<void> {
  const { memberId, meant, wallNow } = request
  const thawed = await tx
    .updateTable('member')
    .set({ frozen_at: null, frozen_network: null, frozen_by_house: false })
    .where('id', '=', memberId)
    .where('frozen_at', '=', meant.frozenAt)
    .where('frozen_by_house', '=', meant.isByHouse)
    .returning('id')
    .executeTakeFirst()
  if (!thawed) {
    const { frozen_at: frozenAt } = await getMember(tx, memberId)
    throw new Refusal(frozenAt === null ? 'member_not_frozen' : 'member_changed')
  }
  await tellOfChange(tx, { memberId, change: 'unfrozen', wallNow })
}
