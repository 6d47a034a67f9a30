import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { int, Timestamp } from '#wire.ts'

/** What members agree to: which version holds, and that they agree to it. */

export const TERMS_VERSION_MAX = 1000

export const readTerms = endpoint({
  path: '/terms',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: ['member'],
  summary: 'Which version of the terms holds, since when, and what is new in it',
  request: {},
  response: z.object({
    version: z.int(),
    since: Timestamp,
    /** The page’s own title and summary; '' where nobody wrote one. */
    title: z.string(),
    changes: z.string(),
  }),
  refusals: [],
})

export const agreeTerms = endpoint({
  path: '/terms/agree',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['member'],
  summary: 'Agree to the version that holds, as it was shown',
  request: { version: int(1, TERMS_VERSION_MAX) },
  response: z.object({}),
  refusals: ['terms_moved'],
})

export const termsCalls = { readTerms, agreeTerms }
