import * as z from 'zod/mini'

import { ALIAS, row } from '#aliases.ts'
import { endpoint } from '#endpoint.ts'
import { LAUNCHES_MAX } from '#launch-rules.ts'
import { Amount, Id, int, optional, paging, SignedAmount, Timestamp } from '#wire.ts'

/** Launches, runs, machines, the team and its power, unclaimed output, income records. */

const Started = z.object({
  run: z.object({
    id: z.int(),
    started_at: Timestamp,
    ends_at: Timestamp,
    /** BTBC per day. */
    power_output: Amount,
  }),
  free_times: z.int(),
})

const startRefusals = ['no_launches', 'pool_refilling', 'machine_started', 'not_verified'] as const

export const readLaunches = endpoint({
  path: '/machine/get_free_times',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['launches'],
  summary: 'Launches left, what one costs, and claims already taken',
  request: {},
  response: z.object({
    free_times: z.int(),
    award_receives: z.int(),
    /** What one costs now, in USDT. */
    price: Amount,
  }),
  refusals: [],
})

export const readTeam = endpoint({
  path: '/machine/team',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['runs', 'machines'],
  summary:
    'A page of the direct members, newest first; power with its calculation, open runs and their output',
  request: { ...paging },
  response: z.object({
    team: z.object({
      one: z.array(
        z.object({
          id: z.int(),
          display_name: z.string(),
          created_at: Timestamp,
          status: z.enum(['active', 'inactive', 'unverified']),
          /** What was promised for them: nothing before mail or phone is proved. */
          reward: z.nullable(
            z.object({
              state: z.enum(['promised', 'due', 'held', 'paid', 'lapsed', 'unfunded']),
              starts: z.int(),
              /** How many more of their runs have to end. */
              runs: z.int(),
              /** Until when that counts, or did; when it is paid, or was. */
              at: z.nullable(Timestamp),
            }),
          ),
        }),
      ),
      /** How many direct members there are, and how many of levels 1 to 10. */
      direct: z.int(),
      total: z.int(),
      /** What a direct member adds to a start now, and one of levels 2 to 10, in percent. */
      child_power_rate: z.string(),
      oth_power_rate: z.string(),
      /** BTBC per hour. */
      base_output: Amount,
      machine_output: Amount,
      /** Members that count now: verified, with a run in the last 30 days. */
      active_direct: z.int(),
      active_other: z.int(),
      bonus_percent: z.int(),
      bonus_cap_percent: z.int(),
      /**
       * Starts promised for a friend who joins now, how many such rewards are paid a day, for how long, and
       * how many runs of the friend have to end before.
       */
      invite_launches: z.int(),
      invites_paid_a_day: z.int(),
      invite_lapse_days: z.int(),
      invite_runs: z.int(),
      /** BTBC per day. */
      power_output: Amount,
      /** What a run of 24 hours of the same gives that is started with the team of now. */
      next_output: Amount,
      /** Seconds to the end of the last open run, 0 when none is open. */
      count_down: z.int(),
      run_output: Amount,
      runs: z.array(
        z.object({
          id: z.int(),
          started_at: Timestamp,
          ends_at: Timestamp,
          power_output: Amount,
          output: Amount,
          machines: z.array(z.int()),
        }),
      ),
      now: Timestamp,
    }),
  }),
  refusals: [],
})

export const startRun = endpoint({
  path: '/machine/start_all',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['runs', 'launches'],
  summary: 'Use one launch to start the base and every idle machine as one 24-hour run',
  request: {},
  response: Started,
  refusals: startRefusals,
})

export const startMachine = endpoint({
  path: '/machine/start',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['runs', 'launches'],
  summary: 'Use one launch to start one idle machine',
  request: { id: Id },
  response: Started,
  refusals: [...startRefusals, 'machine_not_found', 'machine_finished'],
})

export const listMachines = endpoint({
  path: '/machine/my',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['machines', 'runs'],
  summary: 'The member’s machines; statu (or status) -1 all, 0 idle, 1 running, 2 finished',
  request: { statu: optional(int(-1, 2)), status: optional(int(-1, 2)) },
  response: z.array(
    z.object({
      id: z.int(),
      machine_id: z.int(),
      name: z.string(),
      price: Amount,
      /** BTBC per day. */
      income: Amount,
      /** BTBC per hour. */
      rate: Amount,
      days: z.int(),
      runs_done: z.int(),
      category: z.union([z.literal(0), z.literal(1)]),
      status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      img: z.string(),
      create_time: Timestamp,
      ends_at: z.optional(Timestamp),
    }),
  ),
  refusals: [],
})

export const listModels = endpoint({
  path: '/machine/list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['machines'],
  summary: 'The machines of the shop',
  request: {},
  response: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      price: Amount,
      currency: z.int(),
      income: Amount,
      rate: Amount,
      days: z.int(),
      category: z.union([z.literal(0), z.literal(1)]),
      /** How many one member may own; 0 means any number. */
      buy_times: z.int(),
      bought: z.int(),
      stock: z.int(),
      img: z.string(),
    }),
  ),
  refusals: [],
})

export const buyMachine = endpoint({
  path: '/machine/buy',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['machines', 'balances', 'solvency'],
  summary: 'Buy a machine; its income for the whole cycle is reserved at once',
  request: {
    id: Id,
    /** Price, income of a day and runs as they were shown: others are refused. */
    price: optional(Amount),
    income: optional(Amount),
    days: optional(int(1, 10_000)),
  },
  response: z.object({ id: z.int() }),
  refusals: [
    'machine_not_found',
    'out_of_stock',
    'machine_limit',
    'insufficient_balance',
    'pool_refilling',
    'terms_changed',
  ],
})

export const buyLaunches = endpoint({
  path: '/machine/buy_times',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['launches', 'balances'],
  summary: 'Buy launches at the price of now, or at the one that was shown and none other',
  request: {
    times: int(1, LAUNCHES_MAX),
    /** What one was shown to cost. */
    price: optional(Amount),
  },
  response: z.object({ free_times: z.int() }),
  refusals: ['insufficient_balance', 'terms_changed'],
})

export const listRecords = endpoint({
  path: '/charge_mention/log',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['balances', 'launches', 'runs'],
  summary: 'Records: t 0 all, 1 deposits, 2 mining and income, 3 withdrawals, 4 trades, 5 launches',
  request: { ...paging, t: optional(int(0, 5)) },
  response: z.object({
    data: z.array(
      row({
        id: z.int(),
        /** The kind of entry in the books, as the page on the economy names it. */
        kind: z.string(),
        /** What happened, in the member's language. */
        info: z.string(),
        value: SignedAmount,
        currency: z.int(),
        currency_name: z.string(),
        created_time: ALIAS,
        created_at: Timestamp,
        create_time: ALIAS,
        amount: Amount,
        number: ALIAS,
        status: z.int(),
        order_no: z.string(),
        draw_no: z.string(),
      }),
    ),
    total: z.int(),
  }),
  refusals: [],
})

export const miningCalls = {
  readLaunches,
  readTeam,
  startRun,
  startMachine,
  listMachines,
  listModels,
  buyMachine,
  buyLaunches,
  listRecords,
}
