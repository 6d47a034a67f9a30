export const PASSWORD_MIN = 6
const PASSWORD_MAX = 64

/** What a new password must be; one that is easy to guess is refused besides. */
export function passwordRules(password: string): Record<'length' | 'letter' | 'digit', boolean> {
  const length = Array.from(password).length
  return {
    length: length >= PASSWORD_MIN && length <= PASSWORD_MAX,
    letter: /\p{L}/u.test(password),
    digit: /\p{Nd}/u.test(password),
  }
}
