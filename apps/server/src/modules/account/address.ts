import { looksLikePhone } from '@btbc/contract/phone-rules.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

import type { Address } from '#platform/notifications/address.ts'
import { type Dialling, dialCodes, findCountry } from './countries.ts'

const MAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
const MAIL_MAX = 254

export const ACCOUNT_DIGITS = 9
const ACCOUNT_NUMBER = /^\d{9}$/

/** The mail address as it is stored, or undefined when the text is none. */
export function readMail(text: string): string | undefined {
  const mail = text.toLowerCase()
  return mail.length <= MAIL_MAX && MAIL.test(mail) ? mail : undefined
}

/**
 * The phone number as it is stored, or undefined. Only its form is judged: numbers set aside for
 * examples belong to nobody and are welcome in a world of test funds.
 */
export function readMobile(text: string, dialling: Dialling): string | undefined {
  if (!looksLikePhone(text)) return undefined
  const country = findCountry(dialling)
  const parsed = parsePhoneNumberFromString(text, {
    ...(country === undefined ? {} : { defaultCountry: country.iso }),
    extract: false,
  })
  return parsed?.isPossible() === true && /^\+\d{6,15}$/.test(parsed.number)
    ? parsed.number
    : undefined
}

/** Reads whichever of the two it is. */
export function readAddress(text: string, dialling: Dialling): Address | undefined {
  const isMail = text.includes('@')
  const target = isMail ? readMail(text) : readMobile(text, dialling)
  return target === undefined ? undefined : { channel: isMail ? 'mail' : 'sms', target }
}

/** Every stored form a phone typed without its country may have. */
export function possibleMobiles(text: string, dialling: Dialling): string[] {
  const known = readMobile(text, dialling)
  if (known !== undefined) return [known]
  const digits = digitsWithoutCountry(text, dialling)
  return digits === undefined ? [] : dialCodes.map((dialCode) => `+${dialCode}${digits}`)
}

function digitsWithoutCountry(text: string, dialling: Dialling): string | undefined {
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^0+/, '')
  return findCountry(dialling) === undefined && /^\d{4,14}$/.test(digits) ? digits : undefined
}

/**
 * What wrong tries are counted under where it shows: what was typed, in one spelling, whoever it belongs
 * to. So neither spelling a number in several ways nor trying several names tells who is called so. Digits
 * without a country may mean many, and as many as an account number has are one with any country.
 */
export function countedAs(text: string, dialling: Dialling = {}): string {
  const meant = ACCOUNT_NUMBER.test(text) ? {} : dialling
  const mobile = text.includes('@') ? undefined : readMobile(text, meant)
  const digits = mobile === undefined ? digitsWithoutCountry(text, meant) : undefined
  return digits === undefined ? `typed:${mobile ?? text.toLowerCase()}` : `digits:${digits}`
}

/** Whatever wrong tries of one member may be counted under. */
export function allCountedAs(member: {
  mail: string | null
  mobile: string | null
  account_number: string
}): string[] {
  const national = parsePhoneNumberFromString(member.mobile ?? '')?.nationalNumber
  const names = [member.mail, member.mobile, national, member.account_number]
  return names.flatMap((name) => (name ? [countedAs(name)] : []))
}

/** The dial code old clients mean when they name none. */
const RESET_DIAL_CODE = '86'

/** The address a reset is asked for: a phone, or a mail address. */
export function readResetAddress(text: string | undefined, dialling: Dialling): Address {
  if (text === undefined) throw new Refusal('mobile_required')
  const isCountryGiven = Object.values(dialling).some((each) => each !== undefined)
  const address = readAddress(text, isCountryGiven ? dialling : { area_code: RESET_DIAL_CODE })
  if (!address) throw new Refusal(text.includes('@') ? 'address_invalid' : 'mobile_invalid')
  return address
}
