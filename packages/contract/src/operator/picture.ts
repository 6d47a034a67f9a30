import * as z from 'zod/mini'

import { PICTURE_BYTES_MAX } from '#article-rules.ts'
import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { everyone, writers } from '#operator/rights.ts'
import { Person } from '#operator/words.ts'
import { Id, int, optional, Timestamp } from '#wire.ts'

/** Pictures of articles and banners. What they show is said by the text that has them, in each language. */

/** In base64, with what stands around it. */
const TEXT_MAX = Math.ceil((PICTURE_BYTES_MAX * 4) / 3) + 4
const BODY_MAX = TEXT_MAX + 1000

const Picture = z.object({
  id: z.int(),
  /** Where members find it, and what a text writes down. */
  address: z.string(),
  added_by: Person,
  added_at: Timestamp,
})

export const listPictures = operatorEndpoint({
  path: '/article/pictures',
  method: 'GET',
  access: 'operator',
  roles: everyone,
  changes: false,
  summary: 'Pictures of articles and banners, newest first',
  request: { before: optional(Id), limit: optional(int(1, 100)) },
  response: z.object({ list: z.array(Picture), next: z.nullable(z.int()) }),
  refusals: [],
})

export const addPicture = operatorEndpoint({
  path: '/article/picture',
  method: 'POST',
  access: 'operator',
  roles: writers,
  changes: true,
  bodyBytesMax: BODY_MAX,
  summary: 'Add a picture, redrawn by us. The same one twice is one',
  request: {
    /** JPEG, PNG or WebP, in base64. */
    picture: z.string().check(z.maxLength(TEXT_MAX), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  },
  response: z.object({ address: z.string() }),
  refusals: [
    'operator_not_allowed',
    'upload_type',
    'upload_unreadable',
    'upload_limit',
    'try_again',
  ],
})

export const pictureCalls = { listPictures, addPicture }
