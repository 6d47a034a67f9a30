import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Timestamp } from '#wire.ts'

/** What a stranger is shown, and the way in for who only wants to look around. */

export const readFirstPage = endpoint({
  path: '/first_page',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: [],
  summary: 'What a stranger is shown: members, open runs, how many currencies are covered',
  request: {},
  response: z.object({
    at: Timestamp,
    members: z.int(),
    open_runs: z.int(),
    /** Added up from all accounts, at most once a minute; /solvency has the figures. */
    coverage: z.object({ at: Timestamp, covered: z.int(), currencies: z.int() }),
    /** Whether this caller may use /user/look_around. */
    may_look_around: z.boolean(),
  }),
  refusals: [],
})

export const lookAround = endpoint({
  path: '/user/look_around',
  methods: ['POST'],
  access: 'anyone',
  changes: true,
  about: [],
  summary: 'Log in as the first sample member, from this machine only; the message is the token',
  request: {},
  response: z.string(),
  refusals: ['not_found', 'login_frozen', 'too_many_requests'],
})

export const firstPageCalls = { readFirstPage, lookAround }
