import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { digits, optional, text, Timestamp } from '#wire.ts'

/** Proving again who one is: the step-up before a risky call, and what it is proved with. */

/** What a step-up can be asked for. A proof of one action is worth nothing for another. */
export const stepUpActions = [
  'withdraw',
  'bank_withdraw',
  'address_add',
  'api_key',
  'contact',
  'fund_pin',
  'totp_add',
  'totp_remove',
  'passkey_add',
  'passkey_remove',
  'recovery_codes',
  'phrase',
  'unfreeze',
] as const
export type StepUpAction = (typeof stepUpActions)[number]

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

export const securityCalls = {
  '/security/state': endpoint({
    methods: ['GET'],
    access: 'member',
    changes: false,
    summary: 'What protects the account, and whether withdrawals wait',
    request: {},
    response: z.object({
      passkeys: z.int(),
      totp: z.boolean(),
      recovery_codes: z.int(),
      pin: z.boolean(),
      /** '' when there is none. */
      phrase: z.string(),
      /** Present while the account is frozen. */
      frozen_at: z.nullable(Timestamp),
      /** Until when withdrawals wait after a reset or a change. */
      held_until: z.nullable(Timestamp),
    }),
    refusals: [],
  }),
  '/security/step_up': endpoint({
    methods: ['POST'],
    access: 'member',
    changes: true,
    summary: 'Begin to confirm a risky call: which proofs will do',
    request: { action: z.enum(stepUpActions), payload: Payload },
    response: z.object({
      challenge_id: z.string(),
      methods: z.array(z.enum(stepUpMethods)),
      /** Where a code would be sent, masked; '' when no method needs one. */
      sent_to: z.string(),
      /** What the browser needs to ask for a passkey; absent where there is none. */
      options: z.optional(z.record(z.string(), z.unknown())),
      expires_at: Timestamp,
    }),
    refusals: ['not_verified', 'account_frozen'],
  }),
  '/security/step_up/prove': endpoint({
    methods: ['POST'],
    access: 'member',
    changes: true,
    summary: 'Prove it is you; the answer is good for the one call it was begun for, once',
    request: {
      challenge_id: text(64),
      method: z.enum(stepUpMethods),
      code: optional(digits(12)),
      pin: optional(digits(12)),
    },
    response: z.object({ proof: z.string(), expires_at: Timestamp }),
    refusals: ['step_up_wrong', 'step_up_invalid', 'step_up_locked', 'code_required'],
  }),
  '/pay/check_mobile': endpoint({
    methods: ['GET', 'POST'],
    access: 'member',
    changes: true,
    summary: 'Send the code that confirms a withdrawal to the proved mail address or phone',
    request: {},
    response: z.object({ resend_s: z.int(), channel: z.enum(['mail', 'sms']) }),
    refusals: ['not_verified', 'resend_wait', 'too_many_codes', 'too_many_requests'],
  }),
}
