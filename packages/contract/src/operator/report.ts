import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { readers, urgencies, works } from '#operator/rights.ts'
import { Amount, SignedAmount, Timestamp, Volume } from '#wire.ts'

/** What the books say about a day, each with the hash that they had then; how the house goes, and what waits. */

/** In UTC, such as 2026-11-22. */
const Day = z.iso.date()

const Line = {
  currency: z.int(),
  currency_name: z.string(),
  /** Of the house, or of all members together. */
  of_members: z.boolean(),
  account: z.string(),
  came: Volume,
  went: Volume,
}

/** The last entry up to then, and its link in the chain of all entries. */
const Books = z.object({ entry: z.string(), hash: z.string() })

export const readDayReport = operatorEndpoint({
  path: '/report/day',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'The statement of the house for a day in UTC: balances at its end by kind of account, flows by kind of entry, promises',
  request: { day: Day },
  response: z.object({
    day: z.string(),
    /** The day is over, and each of its entries is counted. */
    whole: z.boolean(),
    entries: z.int(),
    books: z.nullable(Books),
    balances: z.array(z.object({ ...Line, opening: SignedAmount, closing: SignedAmount })),
    flows: z.array(z.object({ ...Line, kind: z.string() })),
    /** From the last attestation of the day or before it. */
    attested: z.nullable(
      z.object({
        number: z.int(),
        at: Timestamp,
        books: z.string(),
        coverage: z.array(
          z.object({
            currency: z.int(),
            currency_name: z.string(),
            owed: SignedAmount,
            promised: SignedAmount,
            there: SignedAmount,
          }),
        ),
      }),
    ),
  }),
  refusals: [],
})

export const exportDay = operatorEndpoint({
  path: '/report/day/export',
  method: 'POST',
  access: 'operator',
  roles: readers,
  changes: true,
  summary: 'The same statement as one CSV file. Written into the audit log',
  isFile: true,
  request: { day: Day },
  response: z.unknown(),
  refusals: [],
})

/** What one operator may ask for: each reads every account there is. */
export const MEMBER_EXPORTS_PER_HOUR = 5

export const exportMemberBalances = operatorEndpoint({
  path: '/report/members/export',
  method: 'POST',
  access: 'operator',
  roles: readers,
  changes: true,
  summary:
    'What each member had at the end of a day, of today so far, as one CSV file of one moment. One at a time, five an hour for each operator, written into the audit log',
  isFile: true,
  request: { day: Day },
  response: z.unknown(),
  refusals: ['export_running', 'export_limit'],
})

export const readCourse = operatorEndpoint({
  path: '/report/course',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'How the house went, the oldest first: its last 24 hours one by one, or its last 30 days in UTC with the hours of today that are over',
  request: { span: z.enum(['day', 'month']) },
  response: z.object({
    points: z.array(
      z.object({
        /** When the hour or the day began. */
        at: Timestamp,
        members: z.int(),
        runs: z.int(),
        trades: z.int(),
        deposits: z.int(),
        withdrawals: z.int(),
        /** In hundredths of a percent: the least of all currencies that was there of what was due. */
        covered: z.nullable(z.int()),
        /** Who waited longest for the house; null when nobody looked, or nobody waited. */
        waited: z.nullable(z.object({ minutes: z.int(), work: z.enum(works) })),
      }),
    ),
  }),
  refusals: [],
})

export const listWaiting = operatorEndpoint({
  path: '/report/waiting',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'All that waits for somebody of the house, in the order in which it should be done: what is late, what soon will be, and first of these where money of members waits',
  request: {},
  response: z.array(
    z.object({
      work: z.enum(works),
      waiting: z.int(),
      oldest_at: z.nullable(Timestamp),
      /** By when the oldest was promised an answer. */
      due_at: z.nullable(Timestamp),
      /** USDT of members that wait with it. */
      held: z.nullable(Amount),
      urgency: z.enum(urgencies),
      /** Whether the caller decides there; a proposal is decided by whoever its kind names. */
      decides: z.boolean(),
    }),
  ),
  refusals: [],
})

export const reportCalls = {
  readDayReport,
  exportDay,
  exportMemberBalances,
  readCourse,
  listWaiting,
}
