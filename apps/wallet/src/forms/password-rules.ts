const LENGTH_MIN = 6
const LENGTH_MAX = 64

/** What a new password must be; the server holds to the same, and refuses guessable ones besides. */
export function passwordRules(password: string): Record<'length' | 'letter' | 'digit', boolean> {
  const length = Array.from(password).length
  return {
    length: length >= LENGTH_MIN && length <= LENGTH_MAX,
    letter: /\p{L}/u.test(password),
    digit: /\p{Nd}/u.test(password),
  }
}
