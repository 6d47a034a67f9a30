import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { lockMember } from '#modules/account/index.ts'
import { takeUpload } from '#modules/upload/index.ts'
import type { Confirm } from '#platform/confirm.ts'
import { plainWords } from '#platform/plain-words.ts'
import { transition } from '#platform/state-machine.ts'

import { endDeal } from './deal.end.ts'
import { dealStates } from './deal.states.ts'
import { publishDeal, tellBoth } from './deal.tell.ts'
import {
  after,
  CONFIRM_MS,
  DECIDE_MS,
  lockDeal,
  lockDealAs,
  refuseExpired,
  refuseUnless,
  sideOf,
} from './deal.ts'

/** What the two sides of a deal do, each in their turn. */

type Turn = { memberId: number; id: number; now: Date; wallNow: Date }
type Done = Record<string, never>

/** Nothing was paid. The seller had coins kept for it all the same, so it counts as one that ran out does. */
export async function cancelDeal(tx: Tx, turn: Turn): Promise<Done> {
  const row = await lockDealAs(tx, 'buyer', turn)
  refuseUnless(row, ['open'])
  refuseExpired(row, turn.now)
  const reason = { code: 'deal_taken_back' } as const
  await endDeal(tx, row, { ...turn, event: 'cancel', toBuyer: 0n, reason, isMisuse: true })
  return {}
}

/** The buyer says that the money is on its way, with a picture that says so too. */
export async function payDeal(tx: Tx, turn: Turn & { picture: string | undefined }): Promise<Done> {
  const { memberId, picture, now, wallNow } = turn
  const row = await lockDealAs(tx, 'buyer', turn)
  refuseUnless(row, ['open'])
  refuseExpired(row, now)
  if (picture === undefined) throw new Refusal('deal_picture_required')
  await takeUpload(tx, { memberId, id: picture, purpose: 'deal', now })
  const set = { picture, paid_at: now, turn_at: now, due_at: after(now, CONFIRM_MS) }
  const paid = await transition(tx, dealStates, row, 'pay', { now, set })
  await tellBoth(tx, paid, { kind: 'deal_paid', wallNow })
  return {}
}

/** The seller has the money. In a dispute, too, the two may still finish as they meant to. */
export async function confirmDeal(tx: Tx, turn: Turn & { confirm: Confirm }): Promise<Done> {
  await lockMember(tx, turn.memberId)
  const row = await lockDealAs(tx, 'seller', turn)
  refuseUnless(row, ['paid', 'disputed'])
  await turn.confirm()
  const reason = { code: 'deal_confirmed' } as const
  await endDeal(tx, row, { ...turn, event: 'confirm', toBuyer: row.number, reason })
  return {}
}

/**
 * What is said to be paid is cancelled when both have asked for it. It counts for nobody, unless the
 * buyer asked first: who takes back that they have paid had the coins kept for nothing.
 */
export async function cancelTogether(tx: Tx, turn: Turn): Promise<{ cancelled: boolean }> {
  const { memberId, id } = turn
  const row = await lockDeal(tx, turn)
  refuseUnless(row, ['paid', 'disputed'])
  const side = sideOf(row, memberId)
  if (row.cancel_asked_by === side) throw new Refusal('deal_cancel_asked')
  if (row.cancel_asked_by === null) {
    await tx.updateTable('deal').set({ cancel_asked_by: side }).where('id', '=', id).execute()
    publishDeal(tx, row)
    return { cancelled: false }
  }
  const reason = { code: 'deal_agreed' } as const
  const isMisuse = row.cancel_asked_by === 'buyer'
  await endDeal(tx, row, { ...turn, event: 'agree', toBuyer: 0n, reason, isMisuse })
  return { cancelled: true }
}

/** Operators shall decide. Each side says once how it was. */
export async function disputeDeal(tx: Tx, turn: Turn & { reason: string }): Promise<Done> {
  const { memberId, id, now, wallNow } = turn
  const statement = plainWords(turn.reason)
  const row = await lockDeal(tx, turn)
  refuseUnless(row, ['paid', 'disputed'])
  const side = sideOf(row, memberId)
  const column = `${side}_statement` as const
  if (row[column] !== null) throw new Refusal('deal_disputed')
  await tx
    .updateTable('deal')
    .set({ [column]: statement })
    .where('id', '=', id)
    .execute()
  if (row.state === 'disputed') publishDeal(tx, row)
  else await openDispute(tx, row, { by: side, now, wallNow })
  return {}
}

export async function openDispute(
  tx: Tx,
  row: Parameters<typeof sideOf>[0],
  { by, now, wallNow }: { by: 'buyer' | 'seller' | null; now: Date; wallNow: Date },
): Promise<void> {
  const set = { disputed_at: now, disputed_by: by, turn_at: now, due_at: after(now, DECIDE_MS) }
  const disputed = await transition(tx, dealStates, row, 'dispute', { now, set })
  await tellBoth(tx, disputed, { kind: 'deal_disputed', wallNow })
}
