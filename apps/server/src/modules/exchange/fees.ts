/** Fees are millionths of what is received. */
const MILLION = 1_000_000

/**
 * The fee on an amount: the member pays it rounded up, the house books the whole units of it as fees
 * and the rounding, at most one unit, as dust.
 */
export function feeOn(amount: number, millionths: number): { fee: number; dust: number } {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`A fee on ${amount}`)
  const low = amount % MILLION
  const product = low * millionths
  const rest = product % MILLION
  const whole = ((amount - low) / MILLION) * millionths + (product - rest) / MILLION
  const dust = rest > 0 ? 1 : 0
  return { fee: whole + dust, dust }
}
