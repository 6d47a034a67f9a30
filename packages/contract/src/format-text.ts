import { isLiteralElement, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'

import type { Language } from '#wire.ts'

/** What a text names: amounts as the member reads them, seconds, limits. */
export type Facts = Readonly<Record<string, string | number>>

/** What the rest of the world calls our languages. Numbers are in Latin digits, also in Bengali. */
const tags: Record<Language, string> = {
  en: 'en',
  zh: 'zh-CN',
  kr: 'ko',
  jp: 'ja',
  hk: 'zh-HK',
  spa: 'es',
  bx: 'pt-BR',
  ban: 'bn-BD-u-nu-latn',
}

/** As many as there are texts: none is parsed twice. */
const parsed = new Map<string, { message: IntlMessageFormat; facts: Facts }>()

/** A text in ICU MessageFormat with its facts filled in; what nobody knows is left out. */
export function formatText(language: Language, text: string, facts: Facts): string {
  const key = `${language} ${text}`
  const known = parsed.get(key) ?? parse(language, text)
  parsed.set(key, known)
  return String(known.message.format({ ...known.facts, ...facts }))
}

/** What a text asks for. */
export function factsOf(text: string): string[] {
  return [...new Set(namesIn(new IntlMessageFormat(text, 'en', undefined, PLAIN).getAst()))]
}

const PLAIN = { ignoreTag: true }

function parse(language: Language, text: string) {
  const message = new IntlMessageFormat(text, tags[language], undefined, PLAIN)
  return { message, facts: Object.fromEntries(namesIn(message.getAst()).map((name) => [name, ''])) }
}

function namesIn(parts: readonly MessageFormatElement[]): string[] {
  return parts.flatMap((part) => {
    if (!('value' in part) || isLiteralElement(part)) return []
    const branches = 'options' in part ? Object.values(part.options) : []
    return [part.value, ...branches.flatMap(({ value }) => namesIn(value))]
  })
}
