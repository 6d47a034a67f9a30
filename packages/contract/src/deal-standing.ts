import * as z from 'zod/mini'

import { RATING_LENGTH_MAX } from '#deal-rules.ts'
import { endpoint } from '#endpoint.ts'
import { lines } from '#offer.ts'
import { Id, list, Nothing, optional, paging, Timestamp } from '#wire.ts'

/** What the two sides of a deal think of one another: thumbs, and who is not met again. */

export const rateDeal = endpoint({
  path: '/legal_deal/rate',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['deals', 'offers'],
  summary: 'One thumb up or down for the other side of a finished deal, with a line; it stays',
  request: { id: Id, up: z.boolean(), text: optional(lines(RATING_LENGTH_MAX)) },
  response: Nothing,
  refusals: [
    'deal_not_found',
    'deal_unfinished',
    'deal_rated',
    'text_markup',
    'text_account_number',
  ],
})

export const blockMember = endpoint({
  path: '/member/block',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['deals', 'offers'],
  summary:
    'Never be matched again with the other side of deal `id`, or be matched again; deals that are open go on',
  request: { id: Id, blocked: z.boolean() },
  response: Nothing,
  refusals: ['deal_not_found'],
})

export const listBlocked = endpoint({
  path: '/member/blocked',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['deals'],
  summary: 'Whom the caller has blocked, newest first',
  request: paging,
  response: list(
    z.object({
      /** A deal with them: what `blockMember` takes to undo it. */
      id: z.int(),
      name: z.string(),
      at: Timestamp,
    }),
  ),
  refusals: [],
})

export const dealStandingCalls = { rateDeal, blockMember, listBlocked }
