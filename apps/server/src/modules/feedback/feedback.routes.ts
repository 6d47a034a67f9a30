import {
  addFeedback as addFeedbackCall,
  listFeedback as listFeedbackCall,
  markFeedbackRead as markFeedbackReadCall,
  readFeedback as readFeedbackCall,
  replyFeedback as replyFeedbackCall,
} from '@btbc/contract/feedback.ts'

import type { Serve } from '#http/serve.ts'

import { listFeedback, readFeedback } from './feedback.read.ts'
import { addFeedback, markFeedbackRead, replyFeedback } from './feedback.ts'

const PER_PAGE = 20

export function serveFeedback(serve: Serve): void {
  serve(addFeedbackCall, ({ tx, request: { content, pics }, caller: { memberId }, now }) =>
    addFeedback(tx, { memberId, content, pics, now }),
  )
  serve(replyFeedbackCall, async ({ tx, request, caller: { memberId }, now }) => {
    const { id, content, pics } = request
    await replyFeedback(tx, { memberId, id, content, pics, now })
    return {}
  })
  serve(listFeedbackCall, ({ tx, request: { page = 1, limit = PER_PAGE }, caller }) =>
    listFeedback(tx, { memberId: caller.memberId, page, limit }),
  )
  serve(readFeedbackCall, ({ tx, request: { id, before }, caller: { memberId } }) =>
    readFeedback(tx, { memberId, id, before }),
  )
  serve(markFeedbackReadCall, async ({ tx, request: { id }, caller: { memberId }, now }) => {
    await markFeedbackRead(tx, { memberId, id, now })
    return {}
  })
}
