import * as z from 'zod/mini'

import { prizeKinds } from '#campaign-rules.ts'
import { endpoint } from '#endpoint.ts'
import { Amount, Id, list, optional, paging, text, Timestamp } from '#wire.ts'

/** Campaigns: prizes for counted invites, out of a budget that was set aside at publishing. */

const CampaignRow = z.object({
  id: z.int(),
  title: z.string(),
  /** Of the sample data: title and rules are texts of the app. */
  sample: z.boolean(),
  /** `counting`: over, and the last invites are being added up. `closed`: what nobody won is back. */
  phase: z.enum(['coming', 'running', 'counting', 'ended', 'closed']),
  starts_at: Timestamp,
  ends_at: Timestamp,
})

/** A prize as it is promised. */
export const PromisedPrize = z.object({
  id: z.int(),
  kind: z.enum(prizeKinds),
  /** Invites from which on, or the first place. */
  low: z.int(),
  /** Invites up to which, or the last place; of a draw, how many there must be to draw among. */
  high: z.nullable(z.int()),
  /** How many are given at the most. */
  most: z.int(),
  usdt: Amount,
  /** More than `usdt` where the amount is drawn, too. */
  usdt_most: Amount,
  btbc: Amount,
})

const Prize = z.extend(PromisedPrize, {
  /** Of prizes that are claimed: how many are asked for or given. */
  taken: z.int(),
})

const Award = z.object({
  id: z.int(),
  prize: z.int(),
  currency: z.int(),
  currency_name: z.string(),
  amount: Amount,
  paid: z.boolean(),
  /** When it is paid, or was. */
  pays_at: Timestamp,
})

const Claim = z.object({
  prize: z.int(),
  state: z.enum(['waiting', 'accepted', 'refused', 'lapsed']),
  /** Why it was refused, and how often it may still be asked for then. */
  reason: z.optional(z.string()),
  asks_left: z.int(),
  /** By when an operator looks at it, while it waits. */
  decide_by: z.nullable(Timestamp),
})

export const readCampaign = endpoint({
  path: '/campaign',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['campaigns'],
  summary: 'A campaign with its leaderboard and one’s own place; without an id, the latest',
  request: { id: optional(Id) },
  response: z.object({
    /** Nobody has published one yet. */
    campaign: z.nullable(
      z.extend(CampaignRow, {
        rules: z.string(),
        /** BTBC of prizes is paid at this time; USDT, and BTBC where there is none, at the end. */
        vests_at: z.nullable(Timestamp),
        budgets: z.array(
          z.object({
            currency: z.int(),
            currency_name: z.string(),
            budget: Amount,
            awarded: Amount,
            paid: Amount,
            returned: Amount,
          }),
        ),
        prizes: z.array(Prize),
        /** Members with at least one counted invite. */
        entrants: z.int(),
        invites: z.int(),
        /** SHA-256 of the seed, in hex, since the proposal. */
        seed_hash: z.string(),
        /** After the end, in hex. */
        seed: z.nullable(z.string()),
        /** SHA-256 of the list as it stood at the end. */
        list_hash: z.nullable(z.string()),
        /** Null before the end and where nothing was to be drawn. */
        drawn: z.nullable(z.boolean()),
      }),
    ),
    leaders: z.array(z.object({ place: z.int(), ticket: z.string(), invites: z.int() })),
    mine: z.object({
      invites: z.int(),
      /** Whoever has as many invites shares it before the end. */
      place: z.nullable(z.int()),
      ticket: z.nullable(z.string()),
      awards: z.array(Award),
      claims: z.array(Claim),
    }),
  }),
  refusals: ['campaign_not_found'],
})

export const listCampaigns = endpoint({
  path: '/campaign/list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['campaigns'],
  summary: 'Campaigns that were published, newest first',
  request: { ...paging },
  response: list(CampaignRow),
  refusals: [],
})

export const readDraw = endpoint({
  path: '/campaign/draw',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: ['campaigns'],
  summary:
    'The list of a campaign that has ended, with its seed: what anybody needs to work the draw out again',
  request: { id: Id, ...paging },
  response: z.extend(
    list(
      z.object({
        place: z.int(),
        ticket: z.string(),
        invites: z.int(),
        /** USDT of the draw; null for who did not win it. */
        won: z.nullable(Amount),
      }),
    ),
    {
      seed_hash: z.string(),
      seed: z.string(),
      list_hash: z.string(),
      draw: z.nullable(
        z.object({
          invites_min: z.int(),
          entrants_min: z.int(),
          winners: z.int(),
          usdt: Amount,
          usdt_most: Amount,
        }),
      ),
    },
  ),
  refusals: ['campaign_not_found', 'campaign_not_over'],
})

export const claimCampaignPrize = endpoint({
  path: '/campaign/claim',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['campaigns'],
  summary: 'Ask for a prize that an operator looks at, such as for joining a community',
  request: {
    prize: Id,
    /** Where the operator can see it: a name in the community. */
    note: text(120),
  },
  response: Claim,
  refusals: [
    'not_verified',
    'campaign_prize_not_found',
    'campaign_not_running',
    'campaign_claimed',
    'campaign_claim_final',
    'campaign_prize_gone',
    'text_markup',
    'text_account_number',
  ],
})

export const campaignCalls = { readCampaign, listCampaigns, readDraw, claimCampaignPrize }
