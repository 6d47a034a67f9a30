import { FIAT, OFFERS_MAX } from '@btbc/contract/deal-rules.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { readSeller } from '@btbc/contract/offer.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Seller } from '@btbc/database/tables.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { Selectable } from 'kysely'

import { lockMember, type Member, tellMember } from '#modules/account/index.ts'
import { refuseUnverified } from '#modules/identity/identity.ts'
import { referenceRate } from '#modules/rail/index.ts'
import { refuseLately } from '#modules/review/index.ts'
import { hasPinAndFactor } from '#modules/security/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { plainWords } from '#platform/plain-words.ts'
import { sayRemark } from '#platform/remarks.ts'
import { transition, transitionAll } from '#platform/state-machine.ts'

import { boundsOf } from './reference.ts'
import { readRecord } from './seller.record.ts'
import { sellerStates } from './seller.states.ts'

/**
 * Who may sell: members whose identity is known, who have set a fund PIN and a second factor, and whom an
 * operator has accepted.
 */

export type SellerRow = Selectable<Seller>

/** How soon an operator looks at who asks. */
export const DECIDE_MS = DAY_MS

/** Asks to sell, or asks again after a refusal or an end. */
export async function applyToSell(
  tx: Tx,
  request: { memberId: number; note: string | undefined; now: Date },
): Promise<Record<string, never>> {
  const { memberId, now } = request
  const note = plainWords(request.note ?? '')
  const member = await lockMember(tx, memberId)
  await refuseUnverified(tx, memberId)
  const known = await findSeller(tx, memberId)
  if (known?.state === 'asked') throw new Refusal('seller_asked')
  if (known?.state === 'seller') throw new Refusal('seller_already')
  await refuseUnprotected(tx, member)
  if (known) {
    await refuseLately(tx, { table: 'seller', memberId, now })
    await transition(tx, sellerStates, known, 'ask', { now, set: { note, asked_at: now } })
  } else {
    await tx.insertInto('seller').values({ member_id: memberId, note, asked_at: now }).execute()
  }
  return {}
}

/**
 * Whoever sells hands coins over for money that came elsewhere, so a sent code alone is not enough to put
 * them up. The house's own confirms by itself.
 */
export async function refuseUnprotected(tx: Tx, { id, is_house: isHouse }: Member): Promise<void> {
  if (isHouse || (await hasPinAndFactor(tx, id))) return
  throw new Refusal('seller_unprotected')
}

/** Undefined when it was decided before. */
export async function decideSeller(
  tx: Tx,
  verdict: {
    id: number
    decision: 'accept' | 'reject'
    reason: string
    operatorId: number
    now: Date
  },
): Promise<SellerRow | undefined> {
  const { id, decision, reason, operatorId, now } = verdict
  const set = {
    reason: decision === 'reject' ? { words: reason } : null,
    decided_by: operatorId,
  }
  const [decided] = await transitionAll(tx, sellerStates, [id], decision, { now, set })
  if (decided && decision === 'accept') await markSeller(tx, decided.member_id, true)
  return decided
}

/** The offers leave the sale, and their stock stays the member's. Deals that are open go on to their end. */
export async function endSeller(
  tx: Tx,
  end: { memberId: number; reason: string; operatorId: number; now: Date; wallNow: Date },
): Promise<void> {
  const { memberId, reason, operatorId, now, wallNow } = end
  const member = await lockMember(tx, memberId)
  const row = await findSeller(tx, memberId)
  if (row?.state !== 'seller') throw new Refusal('member_not_seller')
  const set = { reason: { words: reason }, decided_by: operatorId }
  await transition(tx, sellerStates, row, 'end', { now, set })
  await markSeller(tx, memberId, false)
  await tx
    .updateTable('offer')
    .set({ is_paused: true })
    .where('id', 'in', (offers) =>
      // As those who buy lock them.
      offers
        .selectFrom('offer')
        .select('id')
        .where('member_id', '=', memberId)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .execute()
  await tellMember(tx, member, { kind: 'seller_ended', facts: { reason }, wallNow })
}

export async function describeSeller(
  tx: Tx,
  { memberId, language, now }: { memberId: number; language: Language; now: Date },
): Promise<Response<typeof readSeller>> {
  const row = await findSeller(tx, memberId)
  const reference = await referenceRate(tx, now)
  const legal = await balanceOf(tx, memberAccount(memberId, 'legal', currencies.USDT.id))
  const { from, to } = boundsOf(reference)
  return {
    state: row?.state ?? 'none',
    ...((row?.state === 'refused' || row?.state === 'ended') && {
      reason: sayRemark(row.reason, language),
    }),
    decide_by: row?.state === 'asked' ? decideBy(row) : null,
    is_protected: await hasPinAndFactor(tx, memberId),
    reference,
    fiat: FIAT,
    price_min: from,
    price_max: to,
    offers_max: OFFERS_MAX,
    available: legal.available,
    ...(await readRecord(tx, memberId)),
  }
}

/** Lets a member sell without having asked: the house's own. */
export async function enlistSeller(tx: Tx, memberId: number, now: Date): Promise<void> {
  const { id } = await tx
    .insertInto('seller')
    .values({ member_id: memberId, asked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transition(tx, sellerStates, { id }, 'accept', { now })
  await markSeller(tx, memberId, true)
}

async function markSeller(tx: Tx, memberId: number, isSeller: boolean): Promise<void> {
  await tx.updateTable('member').set({ is_seller: isSeller }).where('id', '=', memberId).execute()
}

export function decideBy({ asked_at: askedAt }: Pick<SellerRow, 'asked_at'>): Date {
  return new Date(askedAt.getTime() + DECIDE_MS)
}

async function findSeller(tx: Tx, memberId: number): Promise<SellerRow | undefined> {
  return await tx
    .selectFrom('seller')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}
