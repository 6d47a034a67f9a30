import { isLiteralElement, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { type Formatters, IntlMessageFormat } from 'intl-messageformat'

import type { Language } from '#wire.ts'

/**
 * What a text names. A number or an exact decimal of the wire that a text calls `{amount, number}` is
 * written as the language writes it; all else stands as it is.
 */
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

/** As many as there are texts: none is parsed twice, and one that names nothing is always the same. */
const formats = new Map<Language, Map<string, (facts: Facts) => string>>()

/** A text in ICU MessageFormat with its facts filled in; what nobody knows is left out. */
export function formatText(language: Language, text: string, facts: Facts): string {
  let known = formats.get(language)
  if (!known) formats.set(language, (known = new Map()))
  let format = known.get(text)
  if (!format) known.set(text, (format = formatOf(language, text)))
  return format(facts)
}

/** What a text asks for. */
export function factsOf(text: string): string[] {
  return [...new Set(namesIn(new IntlMessageFormat(text, 'en', undefined, PLAIN).getAst()))]
}

const PLAIN = { ignoreTag: true }

/** An exact decimal, without zeros beyond its second digit. */
const DECIMAL = /^(\d+)(?:\.(\d{1,2}|\d+?)0*)?$/

/** What is none, a word or what nobody knows, stays as it is. */
class ExactFormat extends Intl.NumberFormat {
  readonly #mark = this.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

  override format(value: number | bigint | Intl.StringNumericLiteral): string {
    const [, whole, fraction] = DECIMAL.exec(String(value)) ?? []
    if (whole === undefined) return String(value)
    const grouped = super.format(BigInt(whole))
    return fraction === undefined ? grouped : `${grouped}${this.#mark}${fraction}`
  }
}

const formatters = new Map<Language, Formatters>()

/** Each is made once for a language. No text names a moment. */
function formattersOf(language: Language): Formatters {
  let known = formatters.get(language)
  if (!known) {
    const numbers = new ExactFormat(tags[language], { useGrouping: 'always' })
    const plurals = new Intl.PluralRules(tags[language])
    known = {
      getNumberFormat: () => numbers,
      getPluralRules: () => plurals,
      getDateTimeFormat: (...moment) => new Intl.DateTimeFormat(...moment),
    }
    formatters.set(language, known)
  }
  return known
}

function formatOf(language: Language, text: string): (facts: Facts) => string {
  const parts = { ...PLAIN, formatters: formattersOf(language) }
  const message = new IntlMessageFormat(text, tags[language], undefined, parts)
  const names = namesIn(message.getAst())
  const fill = (facts: Facts) => String(message.format(facts))
  if (names.length === 0) {
    const same = fill({})
    return () => same
  }
  const unknown = Object.fromEntries(names.map((name) => [name, '']))
  return (facts) => fill({ ...unknown, ...facts })
}

function namesIn(parts: readonly MessageFormatElement[]): string[] {
  return parts.flatMap((part) => {
    if (!('value' in part) || isLiteralElement(part)) return []
    const branches = 'options' in part ? Object.values(part.options) : []
    return [part.value, ...branches.flatMap(({ value }) => namesIn(value))]
  })
}
