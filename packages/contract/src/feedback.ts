import * as z from 'zod/mini'

import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { lines } from '#offer.ts'
import { Id, LanguageCode, list, Nothing, optional, paging, Timestamp, UploadId } from '#wire.ts'

/** What members write to the house: threads of words and pictures, and who answers next. */

const FEEDBACK_LENGTH_MAX = 2000
export const FEEDBACK_PICTURES_MAX = 4
/** Of one member, without an answer. */
export const FEEDBACK_WAITING_MAX = 5
/** Of one member, within a day. */
export const FEEDBACK_PER_DAY = 30
/** More than this is no list of pictures. */
const LISTED_MAX = 100

const Feedback = z.object({
  id: z.int(),
  /** What it began with. */
  content: z.string(),
  create_time: Timestamp,
  /** 1 answered, 0 waiting for the house. */
  is_reply: z.union([z.literal(0), z.literal(1)]),
  /** The newest answer; empty before the first. */
  reply_content: z.string(),
  reply_time: z.nullable(Timestamp),
  /** Masked. */
  account_number: z.string(),
  /** Who answers next; nobody once operators have closed it. */
  next: z.enum(['house', 'member', 'nobody']),
  /** By when the house answers, while it is asked. */
  decide_by: z.nullable(Timestamp),
  /** There is an answer that was not read. */
  unread: z.boolean(),
})

const words = {
  content: optional(lines(FEEDBACK_LENGTH_MAX)),
  /** Ids of uploads. */
  pics: optional(z.array(UploadId).check(z.maxLength(LISTED_MAX))),
}

const wordsRefusals = [
  'message_empty',
  'text_markup',
  'feedback_pictures',
  'upload_not_found',
  'feedback_day',
] as const

export const addFeedback = endpoint({
  path: '/feedback/add',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['feedback'],
  sameWithin_s: SAME_WITHIN_S,
  summary: 'Write to the house, with up to four pictures; operators answer',
  request: words,
  response: z.object({ id: z.int() }),
  refusals: [...wordsRefusals, 'feedback_waiting'],
})

export const replyFeedback = endpoint({
  path: '/feedback/reply',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['feedback'],
  sameWithin_s: SAME_WITHIN_S,
  summary: 'Write more to one’s own feedback; after an answer it waits for the house again',
  request: { id: Id, ...words },
  response: Nothing,
  refusals: [...wordsRefusals, 'feedback_not_found', 'feedback_closed'],
})

export const listFeedback = endpoint({
  path: '/feedback/list',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: false,
  about: ['feedback'],
  summary: 'What the caller wrote to the house, newest first',
  /** The seeds name a language: a letter is in that of whoever wrote it. */
  request: { ...paging, lang: optional(LanguageCode) },
  response: list(Feedback),
  refusals: [],
})

export const readFeedback = endpoint({
  path: '/feedback/detail',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: false,
  about: ['feedback'],
  summary:
    'One feedback and what was said in it last; `before` is the message to go on before. Pictures are the caller’s own uploads',
  request: { id: Id, before: optional(Id) },
  response: z.extend(Feedback, {
    /** The newest, or those before the one that was named; oldest first. */
    messages: z.array(
      z.object({
        id: z.int(),
        from: z.enum(['member', 'house']),
        text: z.string(),
        pics: z.array(z.string()),
        at: Timestamp,
      }),
    ),
    /** There are older ones. */
    more: z.boolean(),
  }),
  refusals: ['feedback_not_found'],
})

export const markFeedbackRead = endpoint({
  path: '/feedback/read',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['feedback'],
  summary: 'The answers of one feedback were read',
  request: { id: Id },
  response: Nothing,
  refusals: ['feedback_not_found'],
})

export const feedbackCalls = {
  addFeedback,
  replyFeedback,
  listFeedback,
  readFeedback,
  markFeedbackRead,
}
