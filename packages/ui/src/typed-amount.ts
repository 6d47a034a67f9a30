import { formatsOf } from '#display-amount.ts'
import { toLatinDigits } from '#latin-digits.ts'

/** Amounts as hands type and paste them, back to the canonical string. Exact: text in, text out. */

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
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined
  const groups = whole.split(group)
  const [first = '', ...rest] = groups
  // Thousands, or the Indian way: pairs, then three.
  const western = rest.every((part) => part.length === 3)
  const indian = rest.slice(0, -1).every((part) => part.length === 2) && rest.at(-1)?.length === 3
  if (rest.length > 0 && (first.length > 3 || first.startsWith('0') || !(western || indian)))
    return undefined
  return tidy(fraction === undefined ? groups.join('') : `${groups.join('')}.${fraction}`)
}
