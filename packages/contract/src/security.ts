import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { PasskeyAnswer, PasskeyOptions } from '#passkey.ts'
import { stepUpActions } from '#step-up.ts'
import { digits, Nothing, optional, text, Timestamp } from '#wire.ts'

/** Proving again who one is: the step-up before a risky call, and what it is proved with. */

/** Strongest first. `pin_code` is the fund PIN with a sent code. */
export const stepUpMethods = ['passkey', 'totp', 'recovery', 'pin_code', 'code'] as const
export type StepUpMethod = (typeof stepUpMethods)[number]

/** What a call that needs a step-up can answer because of it. */
export const stepUpRefusals = [
  'step_up_required',
  'step_up_invalid',
  'code_wrong',
  'not_verified',
  'account_frozen',
] as const

const PAYLOAD_FIELDS_MAX = 20
const PAYLOAD_TEXT_MAX = 4000

/** The fields of the call to come, as text, just as they will be sent. */
const Payload = z
  .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(PAYLOAD_TEXT_MAX)))
  .check(z.refine((payload) => Object.keys(payload).length <= PAYLOAD_FIELDS_MAX))

/** In a call that needs a step-up: the proof, or the code that `check_mobile` sent. */
export const stepUpFields = { proof: optional(text(100)), code: optional(digits(12)) }

const PHRASE_LENGTH_MIN = 4
const PHRASE_LENGTH_MAX = 40
export const RecoveryCodes = z.array(z.string())

export const readSecurity = endpoint({
  path: '/security/state',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['security'],
  summary: 'What protects the account, and whether withdrawals wait',
  request: {},
  response: z.object({
    passkeys: z.int(),
    totp: z.boolean(),
    recovery_codes: z.int(),
    pin: z.boolean(),
    /** Masked, '' when there is none; proved by a code that was sent to it, or not yet. */
    mail: z.string(),
    mail_proved: z.boolean(),
    mobile: z.string(),
    mobile_proved: z.boolean(),
    /** '' when there is none. */
    phrase: z.string(),
    /** Present while the account is frozen. */
    frozen_at: z.nullable(Timestamp),
    /** From when on the member may unfreeze it. */
    unfreezes_at: z.nullable(Timestamp),
    /** Money leaves to known receivers only; when it was switched off, until then. */
    known_only: z.boolean(),
    known_only_ends_at: z.nullable(Timestamp),
    /** Until when withdrawals wait after a reset or a change. */
    held_until: z.nullable(Timestamp),
  }),
  refusals: [],
})

export const beginStepUp = endpoint({
  path: '/security/step_up',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: [],
  summary: 'Begin to confirm a risky call: which proofs will do',
  request: { action: z.enum(stepUpActions), payload: Payload },
  response: z.object({
    challenge_id: z.string(),
    methods: z.array(z.enum(stepUpMethods)),
    /** Where a code would be sent, masked; '' when no method needs one. */
    sent_to: z.string(),
    /** What the browser needs to ask for a passkey; absent where there is none. */
    options: z.optional(PasskeyOptions),
    expires_at: Timestamp,
  }),
  refusals: ['not_verified', 'account_frozen'],
})

export const proveStepUp = endpoint({
  path: '/security/step_up/prove',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: [],
  confidential: true,
  holdsSecret: true,
  summary: 'Prove it is you; the answer is good for the one call it was begun for, once',
  request: {
    challenge_id: text(64),
    method: z.enum(stepUpMethods),
    code: optional(digits(12)),
    pin: optional(digits(12)),
    credential: optional(PasskeyAnswer),
  },
  response: z.object({ proof: z.string(), expires_at: Timestamp }),
  refusals: ['step_up_wrong', 'step_up_invalid', 'step_up_locked', 'code_required'],
})

export const beginAuthenticator = endpoint({
  path: '/security/totp/begin',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: [],
  stepUp: { action: 'totp_add', binds: [] },
  confidential: true,
  summary: 'Begin to add an authenticator (step-up totp_add, payload {})',
  request: stepUpFields,
  response: z.object({ secret: z.string(), uri: z.string() }),
  refusals: ['totp_exists', ...stepUpRefusals],
})

export const confirmAuthenticator = endpoint({
  path: '/security/totp/confirm',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['security'],
  confidential: true,
  summary:
    'The first right code puts the authenticator in force; recovery codes are shown this once',
  request: { code: digits(12) },
  response: z.object({ recovery_codes: RecoveryCodes }),
  refusals: ['totp_missing', 'step_up_wrong', 'step_up_locked'],
})

export const removeAuthenticator = endpoint({
  path: '/security/totp/remove',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['security'],
  stepUp: { action: 'totp_remove', binds: [] },
  summary: 'Remove the authenticator (step-up totp_remove, payload {})',
  request: stepUpFields,
  response: Nothing,
  refusals: ['totp_missing', ...stepUpRefusals],
})

export const renewRecoveryCodes = endpoint({
  path: '/security/recovery_codes',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['security'],
  stepUp: { action: 'recovery_codes', binds: [] },
  confidential: true,
  summary:
    'New recovery codes, shown this once; the old ones end (step-up recovery_codes, payload {})',
  request: stepUpFields,
  response: z.object({ recovery_codes: RecoveryCodes }),
  refusals: ['recovery_needless', ...stepUpRefusals],
})

export const setFundPin = endpoint({
  path: '/security/fund_pin',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['security'],
  holdsSecret: true,
  stepUp: { action: 'fund_pin', binds: [] },
  summary:
    'Set or replace the fund PIN with the account’s password (step-up fund_pin, payload {}); replacing it makes withdrawals wait 24 hours',
  request: {
    pin: digits(12),
    password: z.string().check(z.minLength(1), z.maxLength(10_000)),
    ...stepUpFields,
  },
  response: Nothing,
  refusals: [
    'pin_rules',
    'pin_weak',
    'password_wrong',
    'try_again',
    'too_many_requests',
    ...stepUpRefusals,
  ],
})

export const removeFundPin = endpoint({
  path: '/security/fund_pin/remove',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['security'],
  stepUp: { action: 'fund_pin_remove', binds: [] },
  summary: 'Remove the fund PIN (step-up fund_pin_remove, payload {})',
  request: stepUpFields,
  response: Nothing,
  refusals: ['pin_missing', ...stepUpRefusals],
})

export const setPhrase = endpoint({
  path: '/security/phrase',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['security'],
  stepUp: { action: 'phrase', binds: ['phrase'] },
  summary:
    'Set the phrase that stands in every mail of ours, or remove it (step-up phrase, payload phrase)',
  request: {
    phrase: optional(text(PHRASE_LENGTH_MAX).check(z.minLength(PHRASE_LENGTH_MIN))),
    ...stepUpFields,
  },
  response: Nothing,
  refusals: stepUpRefusals,
})

export const requestConfirmationCode = endpoint({
  path: '/pay/check_mobile',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: true,
  about: [],
  summary:
    'Send the code that confirms what was begun with step_up, or without a challenge a withdrawal, to the proved mail address or phone',
  request: { challenge_id: optional(text(64)) },
  response: z.object({ resend_s: z.int(), channel: z.enum(['mail', 'sms']) }),
  refusals: [
    'not_verified',
    'step_up_invalid',
    'resend_wait',
    'too_many_codes',
    'too_many_requests',
  ],
})

export const securityCalls = {
  readSecurity,
  beginStepUp,
  proveStepUp,
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  setFundPin,
  removeFundPin,
  setPhrase,
  requestConfirmationCode,
}
