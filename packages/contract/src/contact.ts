import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { stepUpFields, stepUpRefusals } from '#security.ts'
import { digits, int, Nothing, optional, text } from '#wire.ts'

/** Another mail address or another phone for an account. */

const Address = digits(254)

export const requestContactCode = endpoint({
  path: '/security/contact/code',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: [],
  summary: 'Send a code to the mail address or phone that is to be the account’s',
  request: {
    address: Address,
    /** Dial code of a phone without its country, with or without the plus. */
    area_code: optional(digits(8)),
    area_code_id: optional(int(0, 100_000)),
  },
  response: z.object({
    nonce: z.string(),
    resend_s: z.int(),
    /** The address as it will be stored: this is what the change is asked and confirmed for. */
    address: z.string(),
  }),
  refusals: [
    'mail_invalid',
    'mobile_invalid',
    'address_invalid',
    'already_verified',
    'not_verified',
    'account_frozen',
    'resend_wait',
    'too_many_codes',
    'too_many_requests',
  ],
})

export const changeContact = endpoint({
  path: '/security/contact',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['security', 'member', 'sessions'],
  stepUp: { action: 'contact', binds: ['address'] },
  summary:
    'Change the mail address or phone with the code sent to it (step-up contact, payload address); other sessions end and withdrawals wait 24 hours',
  request: {
    /** As the sending of the code answered it. */
    address: Address,
    contact_code: digits(12),
    nonce: optional(text(64)),
    ...stepUpFields,
  },
  response: Nothing,
  refusals: [
    'mail_invalid',
    'mobile_invalid',
    'address_invalid',
    'already_verified',
    'mail_taken',
    'mobile_taken',
    ...stepUpRefusals,
  ],
})

export const contactCalls = { requestContactCode, changeContact }
