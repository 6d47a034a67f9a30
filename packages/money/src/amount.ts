/** Exact amounts: `bigint` units inside, decimal strings outside. No floating point anywhere. */

/** Decimals of every currency that a decimal amount may name; LAUNCH and POINT have none. */
export const AMOUNT_SCALE = 8
export const UNIT = 10n ** BigInt(AMOUNT_SCALE)

/** The largest amount a column of the books can hold: a signed 64-bit integer. */
export const UNITS_MAX = 2n ** 63n - 1n

export type Rounding = 'down' | 'up'

/**
 * Reads a canonical decimal such as `12.5`: digits, at most `scale` decimals, no sign, no exponent.
 * Returns the amount in units of 10^-scale, or undefined when the text is anything else or too large.
 */
export function parseAmount(text: string, scale = AMOUNT_SCALE): bigint | undefined {
  const match = /^(\d{1,19})(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  if (fraction.length > scale) return undefined
  const units = BigInt(whole + fraction.padEnd(scale, '0'))
  return units <= UNITS_MAX ? units : undefined
}

/** Writes units of 10^-scale as a decimal with all its decimals: `12.50000000`. */
export function formatAmount(units: bigint, scale = AMOUNT_SCALE): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** As a person writes it: without zeros at its end. */
export function plainAmount(units: bigint, scale = AMOUNT_SCALE): string {
  return withoutZeros(formatAmount(units, scale))
}

/** As money and prices are written: `7.20`; with more than two decimals only when it has them. */
export function priceAmount(units: bigint): string {
  const [whole = '', fraction = ''] = plainAmount(units).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** The same of a decimal that is written already: `12.50000000` is `12.5`, `100` stays. */
export function withoutZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

/** Whether a written amount is none: `0.00000000`, and what nobody has typed yet. */
export function isZero(amount: string): boolean {
  return /^0*(\.0*)?$/.test(amount)
}

/** Units of a currency, some of which have fewer decimals, as those of an amount on the wire. */
export function wireUnits(units: bigint, { scale }: { scale: number }): bigint {
  return units * 10n ** BigInt(AMOUNT_SCALE - scale)
}

/** All of them together. */
export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, each) => total + each, 0n)
}

/** The whole in hundredths of a percent. */
export const BPS = 10_000n

/** Hundredths of a percent as a percentage: 100 are '1', 125 are '1.25'. */
export function percentOf(bps: number): string {
  return plainAmount(BigInt(bps), 2)
}

/** a × b ÷ c for amounts of zero or more, rounded as said: the direction is never left open. */
export function mulDiv(a: bigint, b: bigint, c: bigint, rounding: Rounding): bigint {
  if (a < 0n || b < 0n || c <= 0n) throw new RangeError('mulDiv takes a, b >= 0 and c > 0')
  const product = a * b
  const quotient = product / c
  return rounding === 'up' && product % c !== 0n ? quotient + 1n : quotient
}
