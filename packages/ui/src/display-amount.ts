/**
 * Amounts for the eye, exact: the digits of the string, grouped as the reader is used to.
 * Never rounded up, never through a floating-point number, always in Latin digits.
 */

const CANONICAL = /^([+-]?)(\d+)(?:\.(\d*))?$/

const wholeFormats = new Map<string, { whole: Intl.NumberFormat; decimal: string }>()

/** How a locale groups and where it puts the decimal mark. */
export function formatsOf(locale: string) {
  let formats = wholeFormats.get(locale)
  if (!formats) {
    const tag = `${locale}-u-nu-latn`
    const parts = new Intl.NumberFormat(tag).formatToParts(1.5)
    formats = {
      // Always: Spanish leaves 9630 whole, which beside 130.822 is read as another size.
      whole: new Intl.NumberFormat(tag, { maximumFractionDigits: 0, useGrouping: 'always' }),
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

/** Whether something is there of which so many decimals show nothing. */
export function isTiny(amount: string, decimals: number): boolean {
  const [, , whole = '0', fraction = ''] = CANONICAL.exec(amount) ?? []
  return /^0*$/.test(whole + fraction.slice(0, decimals)) && /[1-9]/.test(fraction)
}
