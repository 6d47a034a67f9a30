import type { Response } from '@btbc/contract/endpoint.ts'
import type {
  listFeedback as listFeedbackCall,
  readFeedback as readFeedbackCall,
} from '@btbc/contract/feedback.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import { sql } from 'kysely'

import { getMember, masked } from '#modules/account/index.ts'

import { type FeedbackRow, getFeedback } from './feedback.ts'

/** What a member sees of what they wrote to the house. */

/** More is not shown of one thread: at thirty a day it takes a week to get there. */
const MESSAGES_MAX = 200
const next = { waiting: 'house', answered: 'member', closed: 'nobody' } as const

type Listed = Response<typeof listFeedbackCall>
type Told = { content: string; reply: string | null }

const FIRST = sql<string>`(select text from feedback_message
  where feedback_id = feedback.id order by id limit 1)`.as('content')
const NEWEST_ANSWER = sql<string | null>`(select text from feedback_message
  where feedback_id = feedback.id and operator_id is not null order by id desc limit 1)`.as('reply')

export async function listFeedback(
  tx: Tx,
  request: { memberId: number; page: number; limit: number },
): Promise<Listed> {
  const { memberId, page, limit } = request
  const own = tx
    .selectFrom('feedback')
    .selectAll('feedback')
    .select([FIRST, NEWEST_ANSWER])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
  const { rows, total } = await readPage(tx, own, request, { key: 'id' })
  const account = await accountOf(tx, memberId)
  return { list: rows.map((row) => describe(row, account)), total, page, limit }
}

export async function readFeedback(
  tx: Tx,
  { memberId, id }: { memberId: number; id: number },
): Promise<Response<typeof readFeedbackCall>> {
  const row = await getFeedback(tx, { memberId, id })
  const messages = await listMessages(tx, id)
  const content = messages[0]?.text ?? ''
  const reply = messages.findLast(({ from }) => from === 'house')?.text ?? null
  return { ...describe({ ...row, content, reply }, await accountOf(tx, memberId)), messages }
}

/** Oldest first. */
export async function listMessages(tx: Tx, id: number) {
  const rows = await tx
    .selectFrom('feedback_message')
    .select(['operator_id', 'text', 'pictures', 'at'])
    .where('feedback_id', '=', id)
    .orderBy('id')
    .limit(MESSAGES_MAX)
    .execute()
  return rows.map(({ operator_id: operatorId, text, pictures: pics, at }) => ({
    from: operatorId === null ? ('member' as const) : ('house' as const),
    text,
    pics,
    at,
  }))
}

async function accountOf(tx: Tx, memberId: number): Promise<string> {
  return masked((await getMember(tx, memberId)).account_number)
}

function describe(row: FeedbackRow & Told, account: string): Listed['list'][number] {
  const { id, state, answered_at: answeredAt, seen_at: seenAt } = row
  return {
    id,
    content: row.content,
    create_time: row.created_at,
    is_reply: state === 'answered' ? 1 : 0,
    reply_content: row.reply ?? '',
    reply_time: answeredAt,
    account_number: account,
    next: next[state],
    unread: answeredAt !== null && (seenAt === null || seenAt < answeredAt),
  }
}
