import { parsePhoneNumberFromString } from 'libphonenumber-js'

import { type Dialling, dialCodes, findCountry } from './countries.ts'

/** Where a code can be sent to: a mail address in lower case, or a phone as +8613800000000. */
export type Address = { channel: 'mail' | 'sms'; target: string }

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
  if (!/^[+\d\s().-]{4,32}$/.test(text)) return undefined
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
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^0+/, '')
  if (findCountry(dialling) !== undefined || !/^\d{4,14}$/.test(digits)) return []
  return dialCodes.map((dialCode) => `+${dialCode}${digits}`)
}
