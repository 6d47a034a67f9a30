/** The digit that would make the number a valid card number. Ours are made not to have it. */
export function luhnDigit(body: string): number {
  const sum = body
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return (10 - (sum % 10)) % 10
}
