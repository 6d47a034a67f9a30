import { say as sayToOperators } from '@btbc/contract/operator/operator-text.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { say, type TextKey } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { getMember, languageOfMember, masked, tellMember } from '#modules/account/index.ts'
import {
  type CaseDecision,
  type CaseQueue,
  type CasesAsked,
  type CaseState,
  type QueueCase,
  readCases,
} from '#modules/review/index.ts'
import { openUpload, type UploadFiles } from '#modules/upload/index.ts'
import { minuteOf } from '#platform/calendar-days.ts'
import { transitionAll } from '#platform/state-machine.ts'

import { listMessages, newestOf, wasSent } from './feedback.read.ts'
import { feedbackStates } from './feedback.states.ts'
import { answerBy, type FeedbackRow } from './feedback.ts'

/** What operators see of feedback: who asks since when, the thread, and answers to begin with. */

const TITLE_LENGTH = 60
const states = {
  waiting: 'waiting',
  answered: 'accepted',
  closed: 'rejected',
} as const satisfies Record<FeedbackRow['state'], CaseState>

export function feedbackQueue(files: UploadFiles): CaseQueue {
  return {
    name: 'feedback',
    list: listCases,
    async find(tx, id, before) {
      const row = await findRow(tx, id)
      return row && (await describe(tx, row, before))
    },
    decide,
    needsTwo: () => false,
    async picture(tx, { id, picture }) {
      if (!(await wasSent(tx, id, picture))) return undefined
      return { type: 'image/jpeg', bytes: await openUpload(tx, { files, id: picture }) }
    },
  }
}

/**
 * The reason of an acceptance is the answer; that of a rejection is the log's alone. What its member wrote since
 * it was read is answered by nobody.
 */
async function decide(
  tx: Tx,
  { id, decision, reason: text, message: seen = 0, operatorId, now, wallNow }: CaseDecision,
): Promise<void> {
  const isAnswer = decision === 'accept'
  const set = isAnswer ? { answered_at: now } : {}
  const event = isAnswer ? 'answer' : 'close'
  const [row] = await transitionAll(tx, feedbackStates, [id], event, { now, set })
  if (!row) throw new Refusal('case_decided')
  if ((await newestOf(tx, id)) > seen) throw new Refusal('case_changed')
  if (!isAnswer) return
  await tx
    .insertInto('feedback_message')
    .values({ feedback_id: id, operator_id: operatorId, text, at: now })
    .execute()
  const facts = { feedback: id, answer: text }
  await tellMember(tx, row.member_id, { kind: 'feedback_answered', facts, wallNow })
}

const ASKED = sql<string>`(select text from feedback_message where feedback_id = feedback.id
  and member_id is not null order by id desc limit 1)`.as('asked')

function rows(tx: Tx) {
  return tx.selectFrom('feedback').selectAll('feedback').select(ASKED)
}

type Row = FeedbackRow & { asked: string }

async function listCases(tx: Tx, asked: CasesAsked) {
  const waiting = rows(tx).where('state', '=', sql.lit('waiting')).orderBy('asked_at')
  const found = {
    waiting: waiting.orderBy('id'),
    decided: rows(tx).where('state', '<>', sql.lit('waiting')).orderBy('id', 'desc'),
  }
  return await readCases(tx, asked, found, (_, row) => summaryOf(row))
}

async function findRow(tx: Tx, id: number): Promise<Row | undefined> {
  return await rows(tx).where('id', '=', id).executeTakeFirst()
}

function summaryOf(row: Row): QueueCase {
  const title = row.asked.replaceAll(/\s+/g, ' ').slice(0, TITLE_LENGTH)
  return {
    id: row.id,
    state: states[row.state],
    memberId: row.member_id,
    title: title === '' ? sayToOperators('cases.pictures') : title,
    openedAt: row.asked_at,
    dueAt: answerBy(row),
    facts: [],
    pictures: [],
    afterAccept: sayToOperators('cases.feedbackAnswered'),
    afterReject: sayToOperators('cases.feedbackClosed'),
  }
}

async function describe(tx: Tx, row: Row, before: number | undefined): Promise<QueueCase> {
  const member = await getMember(tx, row.member_id)
  const language = languageOfMember(member)
  const { messages, more } = await listMessages(tx, row.id, before)
  const pictures = messages.flatMap(({ pics }) => pics)
  return {
    ...summaryOf(row),
    facts: [
      { label: 'Account', value: masked(member.account_number) },
      { label: 'Written', value: minuteOf(row.created_at) },
    ],
    pictures: pictures.map((id, at) => ({ id, label: `Picture ${at + 1}` })),
    messages: messages.map(({ id, from, text, at }) => ({ id, from, text, at })),
    hasMoreMessages: more,
    answers: answersIn(language),
  }
}

const answers = [
  'answer.thanks',
  'answer.details',
  'answer.known',
  'answer.fixed',
  'answer.deposit',
  'answer.withdrawal',
  'answer.identity',
  'answer.test',
] as const satisfies readonly TextKey<'answers'>[]

/** Each as operators read it, and as the member will. */
function answersIn(language: Language) {
  return answers.map((key) => ({
    name: say('en', 'answers', key),
    text: say(language, 'answers', key),
  }))
}
