import * as z from 'zod/mini'

import { MESSAGE_LENGTH_MAX } from '#deal-rules.ts'
import { endpoint } from '#endpoint.ts'
import { lines } from '#offer.ts'
import { Id, optional, UploadId } from '#wire.ts'

/** What buyer and seller write and show to each other. */

export const sendDealMessage = endpoint({
  path: '/legal_deal/message',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['deals'],
  summary: 'A message or a picture to the other side of a deal',
  request: {
    id: Id,
    text: optional(lines(MESSAGE_LENGTH_MAX, 0)),
    pic: optional(UploadId),
  },
  response: z.object({ id: z.int() }),
  refusals: [
    'deal_not_found',
    'deal_ended',
    'message_empty',
    'too_many_messages',
    'text_markup',
    'text_account_number',
    'upload_not_found',
  ],
})

export const readDealPicture = endpoint({
  path: '/legal_deal/picture',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: false,
  about: ['deals'],
  summary: 'A picture of a deal, for its buyer and its seller',
  request: { id: Id, pic: UploadId },
  response: z.object({ type: z.string(), base64: z.string() }),
  refusals: ['deal_not_found', 'picture_not_found'],
})

export const dealMessageCalls = { sendDealMessage, readDealPicture }
