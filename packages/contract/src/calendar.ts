import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Amount, Id, int, optional, text, Timestamp } from '#wire.ts'

/** What running locks and funds pay and when: summed by day, contract by contract, and as a file for calendars. */

const about = ['balances', 'funds', 'locks'] as const
const ZONE_LENGTH_MAX = 64

const Kind = z.enum(['lock', 'fund'])
const Day = z.iso.date()

/** One contract alone: both of them, or neither. */
const contract = { kind: optional(Kind), id: optional(Id) }

const sums = {
  /** Income of locks and yield of funds. */
  income: Amount,
  /** The member's own amounts that come back. */
  back: Amount,
}

export const readCalendar = endpoint({
  path: '/earn/calendar',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: false,
  about,
  summary: 'What running locks and funds pay on each of 31 days, to the Earn wallet',
  request: {
    ...contract,
    /** Whose days, such as 'Asia/Tokyo'; UTC without one. */
    zone: optional(text(ZONE_LENGTH_MAX)),
    /** The first of the days; today when none is named, or an earlier one. */
    from: optional(Day),
  },
  response: z.object({
    zone: z.string(),
    /** The days that were looked at, both included. */
    from: Day,
    until: Day,
    /** Those on which something is paid. What is overdue is paid today. */
    days: z.array(z.object({ date: Day, ...sums, payments: z.int() })),
    /** The first day after them on which something is paid. */
    next: z.nullable(Day),
    /** All that is still to come, on whatever day. */
    total: z.object({ ...sums, contracts: z.int() }),
    now: Timestamp,
  }),
  refusals: ['lock_not_found', 'fund_not_found'],
})

export const listContracts = endpoint({
  path: '/earn/contracts',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about,
  summary: 'Running locks, then running funds, newest first, with what each still pays',
  request: {
    limit: optional(int(1, 200)),
    /** What stood in `next`: those that follow. */
    after: optional(z.string().check(z.regex(/^(lock|fund)-\d{1,10}$/))),
  },
  response: z.object({
    list: z.array(
      z.object({
        kind: Kind,
        id: z.int(),
        amount: Amount,
        /** Still to come. */
        income: Amount,
        days: z.int(),
        next_at: Timestamp,
        ends_at: Timestamp,
      }),
    ),
    next: z.nullable(z.string()),
  }),
  refusals: [],
})

export const saveCalendar = endpoint({
  path: '/earn/calendar_file',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: false,
  about,
  summary: 'The same as an iCalendar file (RFC 5545), in the language of the caller',
  request: contract,
  response: z.object({ name: z.string(), text: z.string() }),
  refusals: ['lock_not_found', 'fund_not_found', 'calendar_empty'],
})

export const calendarCalls = { readCalendar, listContracts, saveCalendar }
