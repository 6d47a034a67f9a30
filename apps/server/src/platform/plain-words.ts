import { Refusal } from '@btbc/contract/refusals.ts'

/** What members write for others to read: words, with nothing in them that acts or leads outside. */

/** Characters that turn the text around or that nobody sees. The joiner of pictures made of two stays. */
const INVISIBLE = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g
const TAG = /<[a-z/!?]/i
/** As long as the shortest number of an account or a telephone abroad. */
const NUMBER = /(?:\p{Nd}[\s.-]?){9,}/u

/** From one member to another: refused are also numbers that could be those of real accounts (house rule 8). */
export function plainWords(text: string): string {
  const words = wordsToHouse(text)
  if (NUMBER.test(words.normalize('NFKC'))) throw new Refusal('text_account_number')
  return words
}

/** From a member to the house, numbers of orders among them; refused are tags. */
export function wordsToHouse(text: string): string {
  const words = text.replaceAll(INVISIBLE, '').normalize('NFC').trim()
  if (TAG.test(words.normalize('NFKC'))) throw new Refusal('text_markup')
  return words
}
