import type { Response } from '@btbc/contract/endpoint.ts'
import type {
  listFeedback as listFeedbackCall,
  readFeedback as readFeedbackCall,
} from '@btbc/contract/feedback.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import { sql } from 'kysely'

import { getMember, masked } from '#modules/account/index.ts'

import { answerBy, type FeedbackRow, getFeedback } from './feedback.ts'

/** What a member sees of what they wrote to the house. */

/** Of a thread at once, from its end. */
const MESSAGES_SHOWN = 50
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
  { memberId, id, before }: { memberId: number; id: number; before: number | undefined },
): Promise<Response<typeof readFeedbackCall>> {
  const row = await getFeedback(tx, { memberId, id })
  const told = await tx
    .selectFrom('feedback')
    .select([FIRST, NEWEST_ANSWER])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  const said = await listMessages(tx, id, before)
  return { ...describe({ ...row, ...told }, await accountOf(tx, memberId)), ...said }
}

/** The newest, or the newest before one of them; oldest first. */
export async function listMessages(tx: Tx, id: number, before: number | undefined) {
  const thread = tx
    .selectFrom('feedback_message')
    .select(['id', 'operator_id', 'text', 'pictures', 'at'])
    .where('feedback_id', '=', id)
    .orderBy('id', 'desc')
    .limit(MESSAGES_SHOWN + 1)
  const rows = await (before === undefined ? thread : thread.where('id', '<', before)).execute()
  const messages = rows
    .slice(0, MESSAGES_SHOWN)
    .toReversed()
    .map(({ operator_id: operatorId, pictures: pics, ...said }) => ({
      ...said,
      from: operatorId === null ? ('member' as const) : ('house' as const),
      pics,
    }))
  return { messages, more: rows.length > MESSAGES_SHOWN }
}

/** The last message of its member. */
export async function newestOf(tx: Tx, id: number): Promise<number> {
  const newest = await tx
    .selectFrom('feedback_message')
    .select('id')
    .where('feedback_id', '=', id)
    .where('member_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.id ?? 0
}

/** Whether a picture was sent with something that was said there. */
export async function wasSent(tx: Tx, id: number, picture: string): Promise<boolean> {
  const found = await tx
    .selectFrom('feedback_message')
    .select('id')
    .where('feedback_id', '=', id)
    .where(sql<boolean>`pictures @> array[${picture}]`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
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
    decide_by: state === 'waiting' ? answerBy(row) : null,
    unread: answeredAt !== null && (seenAt === null || seenAt < answeredAt),
  }
}
