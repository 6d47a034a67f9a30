import { formatsOf } from '#display-amount.ts'
import { toLatinDigits } from '#latin-digits.ts'

/** Amounts as hands type and paste them, back to the canonical string. Exact: text in, text out. */

/** The longest whole part the books can hold. */
const WHOLE_DIGITS_MAX = 11

/** What stands in a field of an amount. */
export type Written = {
  /** In our own marks; else as the hand wrote it, until its marks can be told apart. */
  text: string
  isOurs: boolean
  /** Canonical; '' while nobody can tell which one it is. */
  amount: string
  doubt?: { kind: 'ambiguous'; amounts: [string, string] } | { kind: 'unreadable' | 'decimals' }
}

type Place = { locale: string; decimals: number }

/** What is being typed, grouped, with its last point and zeros left alone. */
export function displayTyped(typed: string, locale: string): string {
  const [whole = '', fraction] = typed.split('.')
  const { whole: format, decimal } = formatsOf(locale)
  const shown = whole && format.format(BigInt(whole))
  return fraction === undefined ? shown : shown + decimal + fraction
}

/** An amount in our marks. Decimals beyond the currency's are cut, never rounded, and told of. */
export function writeAmount(typed: string, { locale, decimals }: Place): Written {
  const [whole = '', fraction] = typed.split('.')
  const isTooLong = whole.length > WHOLE_DIGITS_MAX
  // Without its point, the '12.5' of a whole number would go on as 125: it stays as it was typed.
  if (isTooLong || (decimals === 0 && fraction !== undefined)) {
    const text = typed.replace('.', formatsOf(locale).decimal)
    return {
      text,
      isOurs: false,
      amount: '',
      doubt: { kind: isTooLong ? 'unreadable' : 'decimals' },
    }
  }
  const kept = fraction === undefined ? whole : `${whole}.${fraction.slice(0, decimals)}`
  return {
    text: displayTyped(kept, locale),
    isOurs: true,
    amount: kept.replace(/\.$/, ''),
    ...(/[1-9]/.test(fraction?.slice(decimals) ?? '') && { doubt: { kind: 'decimals' } }),
  }
}

/** What stands there after any edit of it: by a key, an input method, the browser, a paste. */
export function editAmount(before: Written, edited: string, place: Place): Written {
  const after = withLatinMarks(edited)
  const { decimal } = formatsOf(place.locale)
  const { kept, added, rest } = changeOf(before.text, after)
  // The group marks that we put there say nothing; those of the hand do.
  const groups = decimal === ',' ? /[^\d,]/g : /[^\d.]/g
  const bare = (part: string) => (before.isOurs ? part.replaceAll(groups, '') : part)
  const plain = bare(kept) + added + bare(rest)
  const text = plain.replace(/^(?=[.,])/, '0')
  const isKey = added.length <= 1 || /^\d*$/.test(added)
  const parts = text.split(decimal)
  if (isKey && parts.length <= 2 && /^\d*$/.test(parts.join('')))
    return writeAmount(parts.join('.').replace(/^0+(?=\d)/, ''), place)
  // After a mark a digit is still to come: it is read as if it had.
  const isOpen = isKey && /[.,]$/.test(text)
  const read = readPastedAmount(isOpen ? `${text}0` : text)
  if (read.kind !== 'amount') return { text: after, isOurs: false, amount: '', doubt: read }
  const written = writeAmount(isOpen ? read.amount.slice(0, -2) : read.amount, place)
  // By its next keys '1,2' may become 1,234: the hand's mark stays as long.
  return isKey && !written.doubt ? { ...written, text: after, isOurs: false } : written
}

/** What is new in the text, and what was there before and after it. */
function changeOf(before: string, after: string) {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const restAt = after.length - end
  return {
    kept: after.slice(0, start),
    added: after.slice(start, restAt),
    rest: after.slice(restAt),
  }
}

/** Digits of every keyboard, and the marks that the wide ones have for a point and a comma. */
function withLatinMarks(text: string): string {
  return toLatinDigits(text)
    .replaceAll(/[．。｡]/g, '.')
    .replaceAll(/[，、､]/g, ',')
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
  const text = withLatinMarks(pasted)
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
