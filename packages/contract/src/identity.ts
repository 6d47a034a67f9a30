import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { text, Timestamp, UploadId } from '#wire.ts'

/** Who a member is, by two pictures of a document; in this product always a sample one. */

/** 0 not submitted (a reason when the last one was rejected), 1 in review, 2 verified. */
export const ReviewStatus = z.union([z.literal(0), z.literal(1), z.literal(2)])

const NAME_LENGTH_MAX = 80
const CARD_LENGTH_MAX = 40
export const submitIdentity = endpoint({
  path: '/user/real_name',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['identity', 'member'],
  summary: 'Submit a name, a document number and two pictures of a sample document',
  request: {
    name: text(NAME_LENGTH_MAX),
    card_id: text(CARD_LENGTH_MAX),
    /** Ids that /upload answered, purpose identity. */
    front_pic: UploadId,
    reverse_pic: UploadId,
  },
  response: z.object({ review_status: ReviewStatus }),
  refusals: [
    'identity_pending',
    'identity_verified',
    'document_taken',
    'refused_lately',
    'upload_not_found',
  ],
})

export const readIdentity = endpoint({
  path: '/user/real_name/status',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['identity'],
  summary: 'The last submission and what became of it',
  request: {},
  response: z.object({
    review_status: ReviewStatus,
    review_reason: z.string(),
    name: z.string(),
    /** The end of the document number; the rest is not shown again. */
    card_end: z.string(),
    submitted_at: z.nullable(Timestamp),
    /** By when an operator answers, while one is asked. */
    decide_by: z.nullable(Timestamp),
    decided_at: z.nullable(Timestamp),
    /** When pictures and number are deleted. */
    deleted_at: z.nullable(Timestamp),
  }),
  refusals: [],
})

export const drawSampleDocument = endpoint({
  path: '/user/real_name/sample',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: [],
  summary: 'A sample document drawn by the server: fields and pictures to submit',
  request: {},
  response: z.object({
    name: z.string(),
    card_id: z.string(),
    front_pic: z.string(),
    reverse_pic: z.string(),
  }),
  refusals: ['identity_pending', 'identity_verified', 'upload_limit'],
})

export const identityCalls = { submitIdentity, readIdentity, drawSampleDocument }
