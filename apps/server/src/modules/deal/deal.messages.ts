import { MESSAGES_MAX } from '@btbc/contract/deal-rules.ts'
import type { readDeal } from '@btbc/contract/deal.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { openUpload, takeUpload, type UploadFiles } from '#modules/upload/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { plainWords } from '#platform/plain-words.ts'

import { tellOfMessage } from './deal.tell.ts'
import { type DealRow, lockDeal, sideOf } from './deal.ts'

/** What the two sides of a deal write and show to one another; operators see it in a dispute. */

const PER_MINUTE = 20
/** After so long without a word of theirs a side begins to write. */
const LULL_MS = 10 * MINUTE_MS

type Message = Response<typeof readDeal>['messages'][number]

export async function sendMessage(
  tx: Tx,
  request: {
    memberId: number
    id: number
    text: string | undefined
    picture: string | undefined
    now: Date
    wallNow: Date
  },
): Promise<{ id: number }> {
  const { memberId, id, picture = null, now, wallNow } = request
  const text = plainWords(request.text ?? '')
  if (text === '' && picture === null) throw new Refusal('message_empty')
  const row = await lockDeal(tx, request)
  if (row.closed_at !== null) throw new Refusal('deal_ended')
  const last = await refuseFlood(tx, { memberId, id, now })
  if (picture !== null) await takeUpload(tx, { memberId, id: picture, purpose: 'deal', now })
  const sent = await tx
    .insertInto('deal_message')
    .values({ deal_id: id, member_id: memberId, text, picture, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const begins = last === null || last.getTime() <= now.getTime() - LULL_MS
  await tellOfMessage(tx, row, { from: memberId, begins, wallNow })
  return sent
}

/** The deal is locked: nobody else adds to what is counted here. Answers when this side wrote last. */
async function refuseFlood(
  tx: Tx,
  { memberId, id, now }: { memberId: number; id: number; now: Date },
): Promise<Date | null> {
  const since = new Date(now.getTime() - MINUTE_MS)
  const { all, lately, last } = await tx
    .selectFrom('deal_message')
    .select((row) => [
      row.fn.countAll<bigint>().as('all'),
      row.fn.countAll<bigint>().filterWhere('at', '>', since).as('lately'),
      row.fn.max<Date | null>('at').as('last'),
    ])
    .where('deal_id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (lately >= BigInt(PER_MINUTE) || all * 2n >= BigInt(MESSAGES_MAX)) {
    throw new Refusal('too_many_messages')
  }
  return last
}

/** All of them, oldest first: there are never more than `MESSAGES_MAX`. */
export async function listMessages(tx: Tx, deal: DealRow): Promise<Message[]> {
  const rows = await tx
    .selectFrom('deal_message')
    .selectAll()
    .where('deal_id', '=', deal.id)
    .where('member_id', 'in', [deal.buyer_id, deal.seller_id])
    .orderBy('id')
    .limit(MESSAGES_MAX)
    .execute()
  return rows.map(({ id, member_id: memberId, text, picture: pic, at }) => ({
    id,
    from: sideOf(deal, memberId),
    text,
    pic,
    at,
  }))
}

/** A picture of the deal, for whoever may see the deal. */
export async function openDealPicture(
  tx: Tx,
  { deal, picture, files }: { deal: DealRow; picture: string; files: UploadFiles },
): Promise<{ type: string; base64: string }> {
  const isShown =
    deal.picture === picture || (await listMessages(tx, deal)).some(({ pic }) => pic === picture)
  if (!isShown) throw new Refusal('picture_not_found')
  const bytes = await openUpload(tx, { files, id: picture })
  return { type: 'image/jpeg', base64: bytes.toString('base64') }
}
