import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import {
  digits,
  Id,
  int,
  LanguageCode,
  list,
  Nothing,
  optional,
  paging,
  text,
  Timestamp,
} from '#wire.ts'

/** Joining and logging in: codes, captcha, registration, passwords, sessions. */

/** A tick box: true or false, 1 or 0, also as text. */
const Tick = z.pipe(
  z.transform((value: boolean | number | string) => {
    if (value === 1 || value === '1' || value === 'true') return true
    return value === 0 || value === '0' || value === 'false' ? false : value
  }),
  z.boolean(),
)

const Code = digits(12)
const Address = digits(254)
/** What a new password must be is told by `password_rules`, not by the shape of the call. */
const TypedPassword = z.string().check(z.minLength(1), z.maxLength(10_000))
/** Dial code of a country, with or without the plus, such as 86. */
const dialling = {
  area_code: optional(digits(8)),
  area_code_id: optional(int(0, 100_000)),
  mobile_code: optional(digits(8)),
}
export const captcha = { captcha_t: optional(digits(64)), vercode: optional(digits(12)) }
/** `code` and `email_code` are one field. */
const sentCode = { code: optional(Code), email_code: optional(Code), nonce: optional(text(64)) }

export const requestCode = endpoint({
  path: '/sms_mail',
  methods: ['POST'],
  access: 'anyone',
  changes: true,
  about: [],
  summary: 'Send a code to a mail address or a phone number',
  request: {
    user_string: optional(Address),
    type: optional(z.enum(['register', 'forget', 'withdraw', 'bind'])),
    ...dialling,
    lang: optional(LanguageCode),
    agreed: optional(Tick),
    terms_version: optional(int(1, 1000)),
    ...captcha,
  },
  response: z.object({ nonce: z.string(), resend_s: z.int() }),
  refusals: [
    'address_invalid',
    'mail_invalid',
    'mobile_invalid',
    'mobile_required',
    'resend_wait',
    'too_many_codes',
    'too_many_requests',
    'captcha_required',
    'captcha_wrong',
    'login_required',
  ],
})

export const verifyCode = endpoint({
  path: '/user/check_email',
  methods: ['POST'],
  access: 'anyone',
  changes: true,
  about: [],
  summary: 'Prove a sent code without using it up',
  request: {
    ...sentCode,
    user_string: optional(Address),
    /** The phone that will join with it: only its form is judged. */
    mobile: optional(digits(32)),
    ...dialling,
  },
  response: Nothing,
  refusals: [
    'code_required',
    'code_wrong',
    'address_invalid',
    'mobile_required',
    'mobile_invalid',
    'too_many_requests',
  ],
})

export const registerMember = endpoint({
  path: '/user/register',
  methods: ['POST'],
  access: 'anyone',
  changes: true,
  about: [],
  summary: 'Open an account with a sent code, or with a picture captcha and without grants',
  request: {
    type: optional(z.enum(['email', 'mobile'])),
    email: optional(Address),
    mobile: optional(digits(32)),
    user_string: optional(Address),
    ...sentCode,
    ...captcha,
    password: optional(TypedPassword),
    re_password: optional(TypedPassword),
    extension_code: optional(digits(32)),
    ...dialling,
    agreed: optional(Tick),
    terms_version: optional(int(1, 1000)),
    remember: optional(Tick),
    lang: optional(LanguageCode),
  },
  response: z.object({
    token: z.string(),
    user_id: z.int(),
    /** What became of the invite code: bound to the inviter, unknown, or none given. */
    invite: z.enum(['bound', 'unknown', 'none']),
    /** False when the referral pool is short: the member joined, and nobody is promised a reward. */
    invite_reward: z.boolean(),
    /** True when mail or phone was proved and the welcome grant was paid. */
    welcomed: z.boolean(),
  }),
  refusals: [
    'mail_required',
    'mail_invalid',
    'mobile_required',
    'mobile_invalid',
    'country_required',
    'agreement_required',
    'code_required',
    'code_wrong',
    'captcha_wrong',
    'passwords_differ',
    'password_rules',
    'password_weak',
    'mail_taken',
    'mobile_taken',
    'pool_refilling',
    'try_again',
    'too_many_requests',
  ],
})

export const logIn = endpoint({
  path: '/user/login',
  methods: ['POST'],
  access: 'anyone',
  changes: true,
  about: [],
  summary: 'Log in by mail address, phone or account number; the message is the token',
  request: {
    user_string: optional(Address),
    password: optional(TypedPassword),
    type: optional(int(1, 1)),
    remember: optional(Tick),
    ...dialling,
    ...captcha,
  },
  response: z.string(),
  refusals: [
    'account_required',
    'password_short',
    'login_failed',
    'captcha_required',
    'captcha_wrong',
    'account_locked',
    'login_frozen',
    'try_again',
    'too_many_requests',
  ],
})

export const logOut = endpoint({
  path: '/user/logout',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: [],
  summary: 'End this session',
  request: {},
  response: Nothing,
  refusals: [],
})

export const listSessions = endpoint({
  path: '/user/sessions',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['sessions'],
  summary: 'The open sessions of the member',
  request: paging,
  response: list(
    z.object({
      id: z.int(),
      device: z.string(),
      ip: z.string(),
      created_at: Timestamp,
      last_seen_at: Timestamp,
      current: z.boolean(),
    }),
  ),
  refusals: [],
})

export const revokeSession = endpoint({
  path: '/user/sessions/revoke',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['sessions'],
  summary: 'End one of the member’s sessions',
  request: { id: Id },
  response: Nothing,
  refusals: ['session_not_found'],
})

export const resetPassword = endpoint({
  path: '/user/forget',
  methods: ['POST'],
  access: 'anyone',
  changes: true,
  about: [],
  summary: 'Set a new password with a sent code; all sessions end',
  request: {
    account: optional(Address),
    password: optional(TypedPassword),
    repassword: optional(TypedPassword),
    ...sentCode,
    ...dialling,
  },
  response: Nothing,
  refusals: [
    'mobile_required',
    'address_invalid',
    'mobile_invalid',
    'code_required',
    'code_wrong',
    'passwords_differ',
    'password_rules',
    'password_weak',
    'too_many_requests',
  ],
})

export const changePassword = endpoint({
  path: '/user/password',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['sessions'],
  holdsSecret: true,
  summary: 'Change the password; all other sessions end',
  request: { old_password: TypedPassword, password: TypedPassword, re_password: TypedPassword },
  response: Nothing,
  refusals: [
    'password_wrong',
    'passwords_differ',
    'password_rules',
    'password_weak',
    'try_again',
    'too_many_requests',
  ],
})

export const sessionCalls = {
  requestCode,
  verifyCode,
  registerMember,
  logIn,
  logOut,
  listSessions,
  revokeSession,
  resetPassword,
  changePassword,
}
