import type { registerMember } from '@btbc/contract/session.ts'

import type { Ask } from '#api/call.ts'
import type { CountryPair } from '#forms/countries.ts'
import { notSent } from '#forms/useSendCode.ts'

/** What a half-made registration keeps over a reload. Passwords are typed again. */
export const noRegistration = {
  step: 1,
  /** A code that was sent, or characters of a picture. */
  byPicture: false,
  mail: '',
  code: '',
  ...notSent,
  picture: '',
  letters: '',
  /** Empty until a country is chosen. */
  area_code: '',
  area_code_id: 0,
  mobile: '',
  agreed: false,
  invite: '',
  /** False until somebody typed into the invite field. */
  inviteTyped: false,
}

/** Where nobody says otherwise; dial code 1, as the seeds have it. */
export const DEFAULT_COUNTRY: CountryPair = { area_code: '1', area_code_id: 86 }

export type Registration = typeof noRegistration

export const REGISTER_DRAFT = 'register'

/** The field a refusal is about. */
export const fieldsOfRefusals = {
  mail_required: 'mail',
  mail_invalid: 'mail',
  address_invalid: 'mail',
  mail_taken: 'mail',
  mobile_required: 'mobile',
  mobile_invalid: 'mobile',
  mobile_taken: 'mobile',
  country_required: 'area_code',
  agreement_required: 'agreed',
  code_required: 'code',
  code_wrong: 'code',
  resend_wait: 'code',
  too_many_codes: 'code',
  captcha_wrong: 'letters',
  passwords_differ: 'repeated',
  password_rules: 'password',
  password_weak: 'password',
} as const

const secondStep: ReadonlySet<string> = new Set(['password', 'repeated', 'form'])

/** The step on which a field stands. */
export function stepOf(field: string): 1 | 2 {
  return secondStep.has(field) ? 2 : 1
}

/** What is sent to open the account. */
export function registerRequest(
  draft: Registration,
  passwords: { password: string; repeated: string },
  termsVersion: number | undefined,
): Ask<typeof registerMember> {
  const proof = draft.byPicture
    ? { captcha_t: draft.picture, vercode: draft.letters }
    : { code: draft.code, nonce: draft.nonce }
  return {
    type: 'email',
    email: draft.mail.trim(),
    user_string: draft.mail.trim(),
    mobile: draft.mobile.trim(),
    area_code: draft.area_code,
    area_code_id: draft.area_code_id,
    ...proof,
    password: passwords.password,
    re_password: passwords.repeated,
    extension_code: draft.invite.trim(),
    agreed: draft.agreed,
    ...(termsVersion === undefined ? {} : { terms_version: termsVersion }),
  }
}
