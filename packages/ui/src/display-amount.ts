/**
 * Amounts for the eye, exact: the digits of the string, grouped as the reader is used to.
 * Never rounded up, never through a floating-point number, always in Latin digits.
 */

const CANONICAL = /^([+-]?)(\d+)(?:\.(\d*))?$/

const wholeFormats = new Map<string, { whole: Intl.NumberFormat; decimal: string }>()

function formatsOf(locale: string) {
  let formats = wholeFormats.get(locale)
  if (!formats) {
    const tag = `${locale}-u-nu-latn`
    const parts = new Intl.NumberFormat(tag).formatToParts(1.5)
    formats = {
      whole: new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }),
      decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    }
    wholeFormats.set(locale, formats)
  }
  return formats
}

export type AmountDisplay = {
  locale: string
  /** At most this many decimals; what is beyond is cut, so that nobody sees more than they have. */
  decimals?: number
  /** At least this many, so that columns line up. */
  minDecimals?: number
  /** Writes + before an amount above zero: rows of a statement. */
  signed?: boolean
}

/** '1234.50000000' → '1,234.50'. Text that is not an amount is returned as it is. */
export function displayAmount(amount: string, display: AmountDisplay): string {
  const match = CANONICAL.exec(amount)
  if (!match) return amount
  const { locale, decimals = 8, minDecimals = 0, signed = false } = display
  const [, sign, whole = '0', fraction = ''] = match
  const kept = fraction.slice(0, decimals).replace(/0+$/, '').padEnd(minDecimals, '0')
  const { whole: format, decimal } = formatsOf(locale)
  const digits = format.format(BigInt(whole)) + (kept ? decimal + kept : '')
  const isZero = /^0*$/.test(whole + kept)
  if (sign === '-' && !isZero) return `\u2212${digits}`
  return signed && !isZero ? `+${digits}` : digits
}

/** What is being typed, grouped, with its last point and zeros left alone. */
export function displayTyped(typed: string, locale: string): string {
  const [whole = '', fraction] = typed.split('.')
  const { whole: format, decimal } = formatsOf(locale)
  const shown = format.format(BigInt(whole || '0'))
  return fraction === undefined ? shown : shown + decimal + fraction
}

/** What a text field holds after a hand or a tool typed into it, by the separators of the locale. */
export function readTyped(text: string, locale: string): string {
  const { decimal } = formatsOf(locale)
  const digits = toLatinDigits(text)
  // A lone point is a decimal point to every keyboard; the group marks of the locale are dropped.
  if (/^\d+\.\d*$/.test(digits) && decimal === '.') return digits
  const [whole = '', ...fractions] = digits.split(decimal)
  const clean = whole.replaceAll(/\D/g, '')
  return fractions.length > 0
    ? `${clean || '0'}.${fractions.join('').replaceAll(/\D/g, '')}`
    : clean
}

export type PastedAmount =
  | { kind: 'amount'; amount: string }
  | { kind: 'ambiguous'; amounts: [string, string] }
  | { kind: 'unreadable' }

function toLatinDigits(text: string): string {
  return text
    .replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
    .replaceAll(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
}

/** '007.50' → '7.50' */
function tidy(amount: string): string {
  const [whole = '', fraction] = amount.split('.')
  const trimmed = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction ? `${trimmed}.${fraction}` : trimmed
}

/**
 * Reads an amount as people write it: 1.234,56 and 1,234.56 and 1 234,56 and 1'234.56.
 * '1,234' may be a thousand or one and a bit: then both readings are returned, to be asked.
 */
export function readPastedAmount(pasted: string): PastedAmount {
  const text = toLatinDigits(pasted)
    .trim()
    .replace(/^[A-Z]{3,5}\s*(?=\d)|\s*[A-Za-z]{3,5}$/g, '')
  if (!/^\d[\d.,'’ \u00a0\u202f]*$/.test(text) || /[.,]$/.test(text)) return { kind: 'unreadable' }

  const spaced = text.replaceAll(/(?<=\d)[ \u00a0\u202f'’](?=\d{3}(\D|$))/g, '')
  if (!/^[\d.,]+$/.test(spaced)) return { kind: 'unreadable' }
  const marks = spaced.replaceAll(/\d/g, '')
  if (marks === '') return { kind: 'amount', amount: tidy(spaced) }

  const last = marks.at(-1) ?? '.'
  const groupMark = last === '.' ? ',' : '.'
  const decimalReading =
    marks.indexOf(last) === marks.length - 1 ? readWith(spaced, groupMark, last) : undefined
  // Grouped by spaces already: the only mark left is a decimal one.
  const groupReading = spaced === text ? readWith(spaced, last, groupMark) : undefined
  if (decimalReading && groupReading && decimalReading !== groupReading)
    return { kind: 'ambiguous', amounts: [groupReading, decimalReading] }
  const amount = decimalReading ?? groupReading
  return amount === undefined ? { kind: 'unreadable' } : { kind: 'amount', amount }
}

function readWith(text: string, group: string, decimal: string): string | undefined {
  const [whole = '', fraction, ...more] = text.split(decimal)
  if (more.length > 0) return undefined
  const groups = whole.split(group)
  const [first = '', ...rest] = groups
  // Thousands, or the Indian way: pairs, then three.
  const western = rest.every((part) => part.length === 3)
  const indian = rest.slice(0, -1).every((part) => part.length === 2) && rest.at(-1)?.length === 3
  if (rest.length > 0 && (first.length > 3 || first.startsWith('0') || !(western || indian)))
    return undefined
  return tidy(fraction === undefined ? groups.join('') : `${groups.join('')}.${fraction}`)
}
