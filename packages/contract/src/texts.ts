import { readFileSync } from 'node:fs'

import { type Facts, formatText } from '#format-text.ts'
import type { Language } from '#wire.ts'

import type answers from './texts/en/answers.json'
import type messages from './texts/en/messages.json'
import type news from './texts/en/news.json'
import type records from './texts/en/records.json'
import type remarks from './texts/en/remarks.json'
import type security from './texts/en/security.json'

/**
 * What the server says to a member beside its refusals: `texts/<language>/<area>.json`, in ICU
 * MessageFormat. A language is read when somebody is first spoken to in it.
 */
type Areas = {
  answers: typeof answers
  messages: typeof messages
  news: typeof news
  records: typeof records
  remarks: typeof remarks
  security: typeof security
}

export type TextKey<A extends keyof Areas> = keyof Areas[A] & string

const read = new Map<string, Readonly<Record<string, string>>>()

export function say<A extends keyof Areas>(
  language: Language,
  area: A,
  key: TextKey<A>,
  facts: Facts = {},
  timeZone?: string,
): string {
  const text = textsOf(language, area)[key]
  if (text === undefined) throw new Error(`There is no text ${area} ${key} in ${language}`)
  return formatText(language, text, facts, timeZone)
}

/** All texts of an area. */
export function textsOf(language: Language, area: keyof Areas): Readonly<Record<string, string>> {
  const name = `${language}/${area}`
  let texts = read.get(name)
  if (!texts) {
    const file = new URL(`texts/${name}.json`, import.meta.url)
    texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    read.set(name, texts)
  }
  return texts
}
