import type { listBlocked as listBlockedCall } from '@btbc/contract/deal-standing.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'

import { displayName } from '#modules/account/index.ts'

import { lookAtDeal } from './deal.read.ts'
import { otherOf } from './deal.ts'

/** Whom a member does not want to meet again. Neither is matched with the other, and nobody is told. */

export async function blockMember(
  tx: Tx,
  request: { memberId: number; id: number; isBlocked: boolean; now: Date },
): Promise<Record<string, never>> {
  const { memberId, id, isBlocked, now } = request
  const blockedId = otherOf(await lookAtDeal(tx, request), memberId)
  if (isBlocked) {
    await tx
      .insertInto('member_block')
      .values({ member_id: memberId, blocked_id: blockedId, deal_id: id, blocked_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await tx
      .deleteFrom('member_block')
      .where('member_id', '=', memberId)
      .where('blocked_id', '=', blockedId)
      .execute()
  }
  return {}
}

const KEY = ['member_id', 'blocked_id'] as const

export async function listBlocked(
  tx: Tx,
  request: { memberId: number; page: number; limit: number },
): Promise<Response<typeof listBlockedCall>> {
  const { memberId, page, limit } = request
  const own = tx
    .selectFrom('member_block')
    .innerJoin('member', 'member.id', 'blocked_id')
    .select(['deal_id', 'blocked_at', 'mail', 'mobile', 'account_number'])
    .where('member_id', '=', memberId)
    .orderBy('blocked_at', 'desc')
    .orderBy('blocked_id', 'desc')
  const keys = tx
    .selectFrom('member_block')
    .select(KEY)
    .where('member_id', '=', memberId)
    .orderBy('blocked_at', 'desc')
    .orderBy('blocked_id', 'desc')
  const { rows, total } = await readPage(tx, own, request, { key: KEY, keys })
  const list = rows.map(({ deal_id: id, blocked_at: at, ...member }) => ({
    id,
    name: displayName(member),
    at,
  }))
  return { list, total, page, limit }
}
