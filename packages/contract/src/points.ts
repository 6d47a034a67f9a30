import * as z from 'zod/mini'

import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { Amount, int, optional, text } from '#wire.ts'

/** Points: what check-ins give, and what they are exchanged for. */

const ZONE_LENGTH_MAX = 40

/** As the device has it, such as 'Asia/Tokyo'; without one the zone of the last check-in counts, or UTC. */
const zone = optional(text(ZONE_LENGTH_MAX))

const CalendarDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

const CheckIn = z.object({
  /** Of the row of seven: the day that today is. */
  day: z.int(),
  /** Check-ins in a row, however many rows of seven that is. */
  streak: z.int(),
  points_today: z.int(),
  signed_today: z.boolean(),
  week: z.array(z.object({ day: z.int(), points: z.int(), done: z.boolean() })),
  /** What the member holds. */
  points: z.int(),
  /** Today by the server's clock, in the calendar of this zone. */
  date: CalendarDate,
  zone: z.string(),
})

export const readCheckIn = endpoint({
  path: '/sign/info',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['points'],
  summary: 'The row of seven check-ins: what is done, what today gives, and the points held',
  request: { zone },
  response: CheckIn,
  refusals: [],
})

export const checkIn = endpoint({
  path: '/sign/in',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['points', 'balances', 'solvency'],
  summary: 'Check in for today: its points, whose worth in BTBC is set aside at once',
  request: {
    zone,
    /** The day as it was shown: another one is refused. */
    date: optional(CalendarDate),
  },
  response: CheckIn,
  refusals: [
    'not_verified',
    'rewards_held',
    'check_in_done',
    'check_in_day_over',
    'check_in_clock_back',
    'pool_refilling',
  ],
})

export const readPointRate = endpoint({
  path: '/machine/exchange_info',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['points'],
  summary: 'What a point is worth in BTBC, the points held, and what is left for new ones',
  request: {},
  response: z.object({
    /** BTBC for one point. */
    rate: Amount,
    points: z.int(),
    /** BTBC that is set aside for the points held. */
    reserved: Amount,
    /** BTBC that the pool can still set aside for points to come. */
    pool_left: Amount,
  }),
  refusals: [],
})

export const exchangePoints = endpoint({
  path: '/machine/exchange',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: true,
  about: ['points', 'balances', 'solvency'],
  sameWithin_s: SAME_WITHIN_S,
  summary: 'Exchange points for BTBC of the Rewards wallet, at the posted rate',
  request: {
    /** How many points. */
    amount: optional(int(0, 2_147_483_647)),
    /** BTBC as it was shown: another sum is refused. */
    btbc: optional(Amount),
  },
  response: z.object({ points: z.int(), btbc: Amount, rate: Amount }),
  refusals: ['amount_required', 'points_short', 'terms_changed'],
})

export const pointsCalls = { readCheckIn, checkIn, readPointRate, exchangePoints }
