import { looksLikePhone } from '@btbc/contract/phone-rules.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

import type { Address } from '#platform/notifications/address.ts'
import { type Dialling, dialCodes, findCountry } from './countries.ts'

const MAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
const MAIL_MAX = 254

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
 * What failed tries are counted under: the name of whoever is meant, or what was typed, in one spelling.
 * Digits without a country may mean many: they are counted by themselves, whoever they belong to. So
 * spelling a number in several ways does not tell whether somebody has it.
 */
export function countedAs(text: string, dialling: Dialling, known: string | undefined): string {
  const mobile = text.includes('@') ? undefined : readMobile(text, dialling)
  const digits = mobile === undefined ? digitsWithoutCountry(text, dialling) : undefined
  if (digits !== undefined) return `digits:${digits}`
  return known ?? `typed:${mobile ?? text.toLowerCase()}`
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
