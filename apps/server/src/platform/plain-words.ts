import { Refusal } from '@btbc/contract/refusals.ts'

/** What one member writes for another to read: words, with nothing in them that acts or leads outside. */

/** Characters that turn the text around or that nobody sees. The joiner of pictures made of two stays. */
const INVISIBLE = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g
const TAG = /<[a-z/!?]/i
/** As long as the shortest number of an account or a telephone abroad. */
const NUMBER = /(?:\p{Nd}[\s.-]?){9,}/u

/** Refused are tags, and numbers that could be those of real accounts (house rule 8). */
export function plainWords(text: string): string {
  const words = text.replaceAll(INVISIBLE, '').normalize('NFC').trim()
  const folded = words.normalize('NFKC')
  if (TAG.test(folded)) throw new Refusal('text_markup')
  if (NUMBER.test(folded)) throw new Refusal('text_account_number')
  return words
}
