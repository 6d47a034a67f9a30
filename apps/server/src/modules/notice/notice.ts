import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type { Facts } from '@btbc/contract/format-text.ts'
import {
  fixedWays,
  isToldUnasked,
  type listOwnNotices as listOwnNoticesCall,
  type NoticeKind,
  noticeKinds,
  type NoticeWay,
  type noticeSettings as noticeSettingsCall,
} from '@btbc/contract/notice.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readRows } from '@btbc/database/page.ts'
import type { Notice } from '@btbc/database/tables.ts'
import { type Selectable, sql } from 'kysely'

import { factsIn, isTold, kindOf, linkOf } from '#modules/account/index.ts'
import {
  countUnreadNotices as countUnreadArticles,
  markAllNoticesRead,
} from '#modules/news/news.ts'
import { publish } from '#platform/events.ts'

/** What a member was told, and where they want to be told it. `account/tell.ts` writes it down. */

/** More than so many are counted as so many. */
const COUNTED_MAX = 1000

type Listed = Response<typeof listOwnNoticesCall>

type Reader = { memberId: number; language: Language; timeZone: string }

export async function listOwnNotices(
  tx: Tx,
  reader: Reader,
  request: { limit: number; page: number; before: number | undefined },
): Promise<Listed> {
  const { memberId } = reader
  const { limit, page, before } = request
  const own = tx
    .selectFrom('notice')
    .selectAll()
    .where('member_id', '=', memberId)
    .$if(before !== undefined, (query) => query.where('id', '<', BigInt(before ?? 0)))
    .orderBy('id', 'desc')
  const skip = before === undefined ? (page - 1) * limit : 0
  const rows = await readRows(own, { skip, limit: limit + 1 }, { key: 'id' })
  return {
    list: rows.slice(0, limit).flatMap((row) => describe(row, reader)),
    unread: await countUnread(tx, memberId),
    more: rows.length > limit,
  }
}

function describe(row: Selectable<Notice>, { language, timeZone }: Reader): Listed['list'] {
  const { message } = row
  if (!isTold(message)) return []
  const facts = row.facts as Facts
  const said = factsIn(language, message, facts)
  return [
    {
      id: Number(row.id),
      kind: kindOf(message),
      title: say(language, 'messages', `${message}.subject`, said, timeZone),
      text: say(language, 'messages', `${message}.text`, said, timeZone),
      at: row.house_at,
      read: row.read_at !== null,
      link: linkOf(message, facts),
    },
  ]
}

async function countUnread(tx: Tx, memberId: number): Promise<number> {
  const { unread } = await tx
    .selectFrom((from) =>
      from
        .selectFrom('notice')
        .select('id')
        .where('member_id', '=', memberId)
        .where('read_at', 'is', null)
        .limit(COUNTED_MAX)
        .as('unread'),
    )
    .select((row) => row.fn.countAll<bigint>().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** All that a bell has to show: what the member was told, and what the house has published. */
export async function countUnreadNotices(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<number> {
  return (await countUnread(tx, memberId)) + (await countUnreadArticles(tx, { memberId, now }))
}

/** Of another member's nothing is changed and nothing is said. */
export async function markOwnNoticesRead(
  tx: Tx,
  {
    memberId,
    ids,
    deal,
    now,
    wallNow,
  }: {
    memberId: number
    ids: readonly number[] | undefined
    deal: number | undefined
    now: Date
    wallNow: Date
  },
): Promise<void> {
  if (ids?.length === 0) return
  await tx
    .updateTable('notice')
    .set({ read_at: wallNow })
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', (ids ?? []).map(BigInt)))
    .$if(deal !== undefined, (query) =>
      query.where(sql<string>`facts ->> 'deal'`, '=', String(deal)),
    )
    .execute()
  if (ids === undefined && deal === undefined) await markAllNoticesRead(tx, { memberId, now })
  // Other devices of the member count anew.
  publish(tx, { to: memberId, kind: 'notice.added' })
}

type Settings = Response<typeof noticeSettingsCall>

/** As long as nothing was chosen. */
function unaskedWays(kind: NoticeKind): Record<NoticeWay, boolean> {
  const [app, mail, push] = [
    isToldUnasked(kind, 'app'),
    isToldUnasked(kind, 'mail'),
    isToldUnasked(kind, 'push'),
  ]
  return { app, mail, push }
}

/** Changes one choice, if one is named, and answers them all. */
export async function chooseNotices(
  tx: Tx,
  { memberId, request }: { memberId: number; request: Request<typeof noticeSettingsCall> },
): Promise<Settings['kinds']> {
  const { kind, way, on } = request
  if (kind !== undefined && way !== undefined && on !== undefined) {
    if (fixedWays[kind]?.includes(way) === true) throw new Refusal('notice_fixed')
    await tx
      .insertInto('notice_choice')
      .values({ member_id: memberId, kind, ...unaskedWays(kind), [way]: on })
      .onConflict((conflict) => conflict.columns(['member_id', 'kind']).doUpdateSet({ [way]: on }))
      .execute()
  } else if (kind !== undefined || way !== undefined || on !== undefined) {
    throw new Refusal('notice_choice_incomplete')
  }
  const chosen = await tx
    .selectFrom('notice_choice')
    .selectAll()
    .where('member_id', '=', memberId)
    .execute()
  return noticeKinds.map((each) => {
    const { app, mail, push } = chosen.find((one) => one.kind === each) ?? unaskedWays(each)
    return { kind: each, app, mail, push, fixed: [...(fixedWays[each] ?? [])] }
  })
}
