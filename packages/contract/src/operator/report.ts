import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { readers } from '#operator/rights.ts'
import { SignedAmount, Timestamp, Volume } from '#wire.ts'

/** What the books say about a day, each with the hash that they had then. */

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
  request: { day: Day },
  /** A file, and no envelope around it. */
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
  request: { day: Day },
  response: z.unknown(),
  refusals: ['export_running', 'export_limit'],
})

export const reportCalls = { readDayReport, exportDay, exportMemberBalances }
