import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { ReviewStatus } from '#identity.ts'
import { Contact } from '#news.ts'
import { Amount, digits, int, LanguageCode, Nothing, optional, text, Timestamp } from '#wire.ts'

/** The member: who they are, their balances at a glance. */

const Balance = z.object({
  currency: z.int(),
  currency_name: z.string(),
  change_balance: Amount,
  lock_change_balance: Amount,
})

export const readProfile = endpoint({
  path: '/user/info',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['member', 'identity', 'balances'],
  summary: 'The member and the balances of the Spot wallet',
  request: {},
  response: z.object({
    id: z.int(),
    account_number: z.string(),
    email: z.string(),
    mobile: z.string(),
    extension_code: z.string(),
    is_seller: z.union([z.literal(0), z.literal(1)]),
    mykefu: z.string(),
    /** Beyond the seeds: the contact that is the member’s own, if one is given. */
    agent: z.nullable(Contact),
    review_status: ReviewStatus,
    review_reason: z.string(),
    change_wallet: z.object({ balance: z.array(Balance) }),
    lang: z.string(),
    created_at: Timestamp,
    /** Beyond the seeds: mail or phone proved; the invite code may still be added. */
    verified: z.boolean(),
    country: z.string(),
    invite_open: z.boolean(),
    /** The welcome grant was paid and the member has not read about it yet. */
    welcome: z.boolean(),
    /** Nothing leaves the account until the member unfreezes it. */
    frozen: z.boolean(),
    /** There are terms that the member has not agreed to: nothing new begins until then. */
    terms_due: z.boolean(),
  }),
  refusals: [],
})

export const readStanding = endpoint({
  path: '/user/center',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['member', 'identity', 'notices', 'feedback', 'deals'],
  summary: 'Verification and unread counts',
  request: {},
  response: z.object({
    review_status: ReviewStatus,
    /** The welcome grant was paid. */
    welcomed: z.boolean(),
    /**
     * What was granted, or will be as soon as mail or phone is proved: as it was when the account was
     * opened. Null when the pool was short.
     */
    welcome_grant: z.nullable(z.object({ btbc: Amount, launches: z.int() })),
    /** Of deals: those in which it is the caller’s turn. */
    unread: z.object({ notices: z.int(), feedback: z.int(), deals: z.int() }),
  }),
  refusals: [],
})

export const verifyAddress = endpoint({
  path: '/user/verify',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['member', 'balances', 'launches', 'security'],
  summary:
    'Prove the account’s mail address or phone with a sent code (type bind); pays the welcome grant once',
  request: {
    user_string: optional(digits(254)),
    code: optional(digits(12)),
    email_code: optional(digits(12)),
    nonce: optional(text(64)),
  },
  response: z.object({ welcomed: z.boolean() }),
  refusals: [
    'code_required',
    'code_wrong',
    'address_invalid',
    'already_verified',
    'mail_taken',
    'mobile_taken',
    'pool_refilling',
  ],
})

export const addInvite = endpoint({
  path: '/user/extension_code',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['member'],
  summary: 'Add the invite code once, within 24 hours of joining',
  request: { extension_code: digits(32) },
  response: z.object({ invite_reward: z.boolean() }),
  refusals: ['invite_unknown', 'invite_own', 'invite_closed', 'invite_cycle'],
})

export const rememberInvite = endpoint({
  path: '/user/visit',
  methods: ['POST'],
  access: 'anyone',
  changes: true,
  about: [],
  summary: 'Remember the invite code of a first visit for 30 days; the first one stays',
  request: { visitor: text(64), extension_code: digits(32) },
  response: z.object({ extension_code: z.string(), known: z.boolean(), inviter: z.string() }),
  refusals: ['too_many_requests'],
})

export const markNoticeRead = endpoint({
  path: '/user/notices_read',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['notices'],
  summary: 'Mark a notice as read',
  request: { id: int(1, 2_147_483_647) },
  response: Nothing,
  refusals: ['article_not_found'],
})

export const markWelcomeSeen = endpoint({
  path: '/user/welcome_seen',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['member'],
  summary: 'The welcome was read and need not be shown again',
  request: {},
  response: Nothing,
  refusals: [],
})

export const setLanguage = endpoint({
  path: '/user/language',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['member'],
  summary: 'The language of mails and messages to the member',
  request: { lang: LanguageCode },
  response: Nothing,
  refusals: [],
})

export const accountCalls = {
  readProfile,
  readStanding,
  verifyAddress,
  addInvite,
  rememberInvite,
  markNoticeRead,
  markWelcomeSeen,
  setLanguage,
}
