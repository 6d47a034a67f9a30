import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Amount, Id, int, optional, Timestamp, Volume } from '#wire.ts'

/** What the markets did: candles and the tape. The same trades arrive on the socket as they are made. */

export const candleIntervals = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '12h',
  '1d',
  '1w',
] as const

const CANDLES_MAX = 1000
const REFERENCE_CANDLES_MAX = 300
const TRADES_MAX = 500

export const listCandles = endpoint({
  path: '/market/candles',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: [],
  summary: 'Candles of a market, oldest first: from a time on, or the newest. None without a trade',
  request: {
    currency_id: Id,
    interval: z.enum(candleIntervals),
    from: optional(Timestamp),
    to: optional(Timestamp),
    limit: optional(int(1, CANDLES_MAX)),
  },
  response: z.object({
    list: z.array(
      z.object({
        /** When it opens. */
        at: Timestamp,
        open: Amount,
        high: Amount,
        low: Amount,
        close: Amount,
        /** In coins of the base currency. */
        volume: Volume,
        /** In USDT. */
        quote_volume: Volume,
        trades: z.int(),
      }),
    ),
  }),
  refusals: ['market_not_found'],
})

export const listReferenceCandles = endpoint({
  path: '/market/reference',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: [],
  summary:
    'Candles of the simulated price that house liquidity quotes around, of 30 days at most and up to the last minute. No trades: they count nowhere',
  request: {
    currency_id: Id,
    interval: z.enum(candleIntervals),
    limit: optional(int(1, REFERENCE_CANDLES_MAX)),
  },
  response: z.object({
    /** Oldest first; empty where the house does not quote. */
    list: z.array(
      z.object({ at: Timestamp, open: Amount, high: Amount, low: Amount, close: Amount }),
    ),
  }),
  refusals: ['market_not_found'],
})

export const listTrades = endpoint({
  path: '/market/trades',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: [],
  summary: 'The newest trades of a market, or those from an id on, in the order they were made',
  request: {
    currency_id: Id,
    from_id: optional(int(1, Number.MAX_SAFE_INTEGER)),
    limit: optional(int(1, TRADES_MAX)),
  },
  response: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        price: Amount,
        number: Amount,
        /** What the taker did: in is buy. */
        direction: z.enum(['in', 'out']),
        create_time: Timestamp,
      }),
    ),
  }),
  refusals: ['market_not_found'],
})

export const readSimulation = endpoint({
  path: '/market/simulation',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: [],
  summary:
    'The simulated prices of house liquidity: the rule, the hash of each day before it, its seed after it',
  request: {},
  response: z.object({
    is_on: z.boolean(),
    step_s: z.int(),
    swing_ppb: z.int(),
    pull_steps: z.int(),
    /** Of now. A day keeps its own. */
    references: z.array(z.object({ currency_id: z.int(), price: Amount })),
    days: z.array(
      z.object({
        day: z.string(),
        /** SHA-256 of the seed. */
        seed_hash: z.string(),
        committed_at: Timestamp,
        /** Null until the day is over. */
        seed: z.nullable(z.string()),
        /** Where the walk begins; empty until the day begins. */
        openings: z.array(z.object({ currency_id: z.int(), price: Amount, reference: Amount })),
      }),
    ),
  }),
  refusals: [],
})

export const marketDataCalls = { listCandles, listReferenceCandles, listTrades, readSimulation }
