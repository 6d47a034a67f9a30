import { Refusal } from '@btbc/contract/refusals.ts'

/** What members write for others to read: words, with nothing in them that acts or leads outside. */

/** What nobody sees, or what turns the text around. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Of that, what joins letters and pictures, and says how they are drawn, is part of what is seen. */
const JOINS = /[\u200C-\u200D]|[\uFE0E-\uFE0F]|[\u{E0020}-\u{E007F}]/u
const TAG = /<[a-z/!?]/i
/** As long as the shortest number of an account or a telephone abroad. */
const NUMBER = /(?:\p{Nd}[\s.-]?){9,}/u

/** From one member to another: refused are also numbers that could be those of real accounts (house rule 8). */
export function plainWords(text: string): string {
  const words = wordsToHouse(text)
  // Whatever stands between the digits unseen: they are read as one number.
  const seen = words.replaceAll(INVISIBLE, '').normalize('NFKC')
  if (NUMBER.test(seen)) throw new Refusal('text_account_number')
  return words
}

/** From a member to the house, numbers of orders among them; refused are tags. */
export function wordsToHouse(text: string): string {
  const kept = text.replaceAll(INVISIBLE, (each) => (JOINS.test(each) ? each : ''))
  const words = kept.normalize('NFC').trim()
  if (TAG.test(words.normalize('NFKC'))) throw new Refusal('text_markup')
  return words
}
