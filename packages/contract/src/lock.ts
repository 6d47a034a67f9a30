import * as z from 'zod/mini'

import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { Amount, Id, optional, Timestamp } from '#wire.ts'

/** The lock plan: USDT set aside for a term, with an income each day that is reserved beforehand. */

const Order = z.object({
  id: z.int(),
  amount: Amount,
  /** Seconds to its end. */
  time_left: z.int(),
  day_income: Amount,
  /** Paid so far. */
  income: Amount,
  /** Of the whole term, what is paid included. */
  plan_income: Amount,
  days: z.int(),
  days_paid: z.int(),
  started_at: Timestamp,
  next_at: Timestamp,
  ends_at: Timestamp,
  /** From then on it can be ended early. */
  exit_from: Timestamp,
})

const Exit = z.object({
  /** Back to the Earn wallet. */
  principal: Amount,
  /** Days that have passed are paid in any case. */
  paid: Amount,
  /** Income of the days to come: its reserve goes back to the pool. */
  forfeited: Amount,
})

export const listLocks = endpoint({
  path: '/lock/index',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['balances', 'locks', 'solvency'],
  summary: 'The lock plan: its terms, what covers it, and the member’s running locks',
  request: {},
  response: z.object({
    orders: z.array(Order),
    /** When the last running lock ends. */
    end_time: z.nullable(Timestamp),
    /** USDT of the Spot wallet that can be locked. */
    fil_wallet: Amount,
    /** Income paid by all locks there ever were. */
    history_income: Amount,
    /** Percent of the amount a day. */
    incomde_rate: z.string(),
    /** What the next 24 hours pay, and when the first of it comes. */
    next_income: Amount,
    next_at: z.nullable(Timestamp),
    run_num: z.int(),
    /** Of the running locks and their whole terms. */
    plan_income: Amount,
    /** What the pool can still set aside, and the largest lock that is left for this member. */
    available_reserve: Amount,
    covered: Amount,
    days: z.int(),
    day_bps: z.int(),
    min: Amount,
    now: Timestamp,
  }),
  refusals: [],
})

export const openLock = endpoint({
  path: '/lock/buy',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['balances', 'locks', 'solvency'],
  sameWithin_s: SAME_WITHIN_S,
  summary: 'Lock USDT of the Spot wallet; the income of the whole term is set aside at once',
  request: {
    price: optional(Amount),
    /** The income of the whole term as it was shown: another one is refused. */
    plan_income: optional(Amount),
  },
  response: z.object({
    id: z.int(),
    /** When its first day is paid, and its last with the amount. */
    next_at: Timestamp,
    ends_at: Timestamp,
  }),
  refusals: [
    'lock_amount_required',
    'lock_minimum',
    'terms_changed',
    'too_many_contracts',
    'insufficient_balance',
    'pool_refilling',
    'pool_share_held',
  ],
})

export const readLockExit = endpoint({
  path: '/lock/exit_info',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: false,
  about: ['balances', 'locks', 'solvency'],
  summary: 'What ending a lock now would give back, and what it would forfeit',
  request: { id: Id },
  response: Exit,
  refusals: ['lock_not_found', 'lock_ended', 'lock_too_early'],
})

export const exitLock = endpoint({
  path: '/lock/exit',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['balances', 'locks', 'solvency'],
  summary: 'End a lock early, 24 hours after it began at the earliest',
  request: {
    id: Id,
    /** What is forfeited as it was shown: another amount is refused. */
    forfeited: optional(Amount),
  },
  response: Exit,
  refusals: ['lock_not_found', 'lock_ended', 'lock_too_early', 'terms_changed'],
})

export const lockCalls = { listLocks, openLock, readLockExit, exitLock }
