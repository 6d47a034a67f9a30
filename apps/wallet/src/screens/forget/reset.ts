import type { CountryPair } from '#forms/countries.ts'
import { notSent } from '#forms/useSendCode.ts'

/** What a half-made reset keeps over a reload. The new password is typed again. */
export const noReset = {
  step: 1,
  account: '',
  code: '',
  ...notSent,
  // The seeds' default of this form.
  area_code: '86',
  area_code_id: 1,
}

export type Reset = typeof noReset

export const RESET_DRAFT = 'forget'

/** The field a refusal is about. */
export const fieldsOfRefusals = {
  mobile_required: 'account',
  mobile_invalid: 'account',
  address_invalid: 'account',
  mail_invalid: 'account',
  code_required: 'code',
  code_wrong: 'code',
  resend_wait: 'code',
  too_many_codes: 'code',
  captcha_required: 'letters',
  captcha_wrong: 'letters',
  passwords_differ: 'repeated',
  password_rules: 'password',
  password_weak: 'password',
} as const

/** A phone typed without its country: then the country is asked for. */
export function isLocalPhone(account: string): boolean {
  return /^[\d(][\d\s().-]*$/.test(account.trim())
}

/** The country goes along only where it is asked for. */
export function countryOf(reset: Reset): Partial<CountryPair> {
  const { account, area_code, area_code_id } = reset
  return isLocalPhone(account) ? { area_code, area_code_id } : {}
}
