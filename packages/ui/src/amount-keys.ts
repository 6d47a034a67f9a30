/** The longest whole part the books can hold. */
const WHOLE_DIGITS_MAX = 11

/** The amount after one key: a digit, the point, or Backspace. A key that cannot be is ignored. */
export function pressKey(value: string, key: string, decimals: number): string {
  if (key === 'Backspace') return value.slice(0, -1)
  if (key === '.' || key === ',') {
    if (decimals === 0 || value.includes('.')) return value
    return `${value || '0'}.`
  }
  if (!/^\d$/.test(key)) return value
  const [whole = '', fraction] = value.split('.')
  if (fraction !== undefined) return fraction.length < decimals ? value + key : value
  if (whole === '0') return key
  return whole.length < WHOLE_DIGITS_MAX ? value + key : value
}

/** Cuts what does not fit: decimals beyond the currency's, digits beyond the books'. */
export function fitAmount(amount: string, decimals: number): string {
  let fitted = ''
  // Without decimals the rest is dropped at the point: '12.99' must not become 1299.
  for (const key of decimals === 0 ? (amount.split('.')[0] ?? '') : amount)
    fitted = pressKey(fitted, key, decimals)
  return fitted
}
