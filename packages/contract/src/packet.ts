import * as z from 'zod/mini'

import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { packetAudiences, packetSplits } from '#packet-rules.ts'
import { captcha } from '#session.ts'
import { Amount, list, optional, paging, text, Timestamp } from '#wire.ts'

/** Red packets: a budget in shares, one for each member who knows the code. */

export const receivePacket = endpoint({
  path: '/red/receive',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['packets', 'balances', 'solvency'],
  sameWithin_s: SAME_WITHIN_S,
  summary:
    'Take the own share of a red packet by its code; exchange codes are packets of one share',
  request: {
    code: optional(text(64)),
    /** After wrong codes. */
    ...captcha,
  },
  response: z.object({ currency: z.int(), amount: Amount }),
  refusals: [
    'packet_code_required',
    'packet_unavailable',
    'packet_locked',
    'captcha_required',
    'captcha_wrong',
    'not_verified',
    'rewards_held',
    'packet_taken',
    'packet_ended',
    'packet_empty',
    'packet_not_for_you',
  ],
})

export const listPackets = endpoint({
  path: '/red/list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['packets'],
  summary: 'Red packets that were published, newest first, with the own share of each',
  request: { ...paging },
  response: list(
    z.object({
      id: z.int(),
      /** Of an open one whose code is told to everybody. */
      code: z.nullable(z.string()),
      currency: z.int(),
      currency_name: z.string(),
      budget: Amount,
      /** Not taken yet; what is left at the end goes back to the pool. */
      left: Amount,
      shares: z.int(),
      taken: z.int(),
      split: z.enum(packetSplits),
      audience: z.enum(packetAudiences),
      ends_at: Timestamp,
      ended: z.boolean(),
      /** SHA-256 of the seed, in hex. */
      seed_hash: z.string(),
      /** After the end, in hex. */
      seed: z.nullable(z.string()),
      mine: z.nullable(
        z.object({
          amount: Amount,
          /** The first share taken is 0. */
          place: z.int(),
          received_at: Timestamp,
        }),
      ),
    }),
  ),
  refusals: [],
})

export const packetCalls = { receivePacket, listPackets }
