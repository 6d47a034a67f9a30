import {
  isDateElement,
  isLiteralElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser'
import { type Formatters, IntlMessageFormat } from 'intl-messageformat'

import type { Language } from '#wire.ts'

/**
 * What a text names. A number or an exact decimal of the wire that a text calls `{amount, number}` is
 * written as the language writes it, and a moment of the wire that it calls `{until, date}` to the minute
 * in the time zone of whoever reads it: the minute that it is in, or with `{from, date, next}` the first that
 * begins no earlier. All else stands as it is.
 */
export type Facts = Readonly<Record<string, string | number>>

/** What the rest of the world calls our languages. Numbers are in Latin digits, also in Bengali. */
export const languageTags: Record<Language, string> = {
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
const formats = new Map<Language, Map<string, Format>>()
type Format = (facts: Facts, timeZone: string) => string

/**
 * A text in ICU MessageFormat with its facts filled in; what nobody knows is left out. A time zone that
 * nobody has heard of is UTC.
 */
export function formatText(
  language: Language,
  text: string,
  facts: Facts,
  timeZone = 'UTC',
): string {
  let known = formats.get(language)
  if (!known) formats.set(language, (known = new Map()))
  let format = known.get(text)
  if (!format) known.set(text, (format = formatOf(language, text)))
  return format(facts, timeZone)
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

const MINUTE_MS = 60_000
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const TO_THE_MINUTE = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
/** Callers name their zones: more than these are not kept. */
const ZONES_MAX = 500

const moments = new Map<string, Intl.DateTimeFormat>()

function momentsOf(language: Language, timeZone: string): Intl.DateTimeFormat {
  const name = `${language} ${timeZone}`
  let known = moments.get(name)
  if (!known) {
    try {
      known = new Intl.DateTimeFormat(languageTags[language], { ...TO_THE_MINUTE, timeZone })
    } catch {
      known = momentsOf(language, 'UTC')
    }
    if (moments.size >= ZONES_MAX) moments.clear()
    moments.set(name, known)
  }
  return known
}

/** What is none, an older fact or what nobody knows, stays as it is. */
function written(
  { language, timeZone, isNext }: { language: Language; timeZone: string; isNext: boolean },
  fact: string | number | undefined,
) {
  const ms = typeof fact === 'string' && MOMENT.test(fact) ? Date.parse(fact) : Number.NaN
  if (Number.isNaN(ms)) return fact
  const shown = isNext ? Math.ceil(ms / MINUTE_MS) * MINUTE_MS : ms
  return momentsOf(language, timeZone).format(shown)
}

/** A moment is written before its text is, which is the same for readers anywhere. */
class AsWritten extends Intl.DateTimeFormat {
  override format(value?: unknown): string {
    return String(value)
  }
}

const asWritten = new AsWritten()
const formatters = new Map<Language, Formatters>()

/** Each is made once for a language. */
function formattersOf(language: Language): Formatters {
  let known = formatters.get(language)
  if (!known) {
    const numbers = new ExactFormat(languageTags[language], { useGrouping: 'always' })
    const plurals = new Intl.PluralRules(languageTags[language])
    known = {
      getNumberFormat: () => numbers,
      getPluralRules: () => plurals,
      getDateTimeFormat: () => asWritten,
    }
    formatters.set(language, known)
  }
  return known
}

function formatOf(language: Language, text: string): Format {
  const parts = { ...PLAIN, formatters: formattersOf(language) }
  const message = new IntlMessageFormat(text, languageTags[language], undefined, parts)
  const names = namesIn(message.getAst())
  const dates = new Set(namesIn(message.getAst(), isDateElement))
  const nexts = new Set(namesIn(message.getAst(), isNextMinute))
  const fill = (facts: Facts) => String(message.format(facts))
  if (names.length === 0) {
    const same = fill({})
    return () => same
  }
  const unknown = Object.fromEntries(names.map((name) => [name, '']))
  return (facts, timeZone) => {
    const said = { ...unknown, ...facts }
    for (const name of dates) {
      said[name] = written({ language, timeZone, isNext: nexts.has(name) }, said[name]) ?? ''
    }
    return fill(said)
  }
}

function isNextMinute(part: MessageFormatElement): boolean {
  return isDateElement(part) && part.style === 'next'
}

function namesIn(
  parts: readonly MessageFormatElement[],
  isMeant: (part: MessageFormatElement) => boolean = (part) => !isLiteralElement(part),
): string[] {
  return parts.flatMap((part) => {
    if (!('value' in part) || isLiteralElement(part)) return []
    const branches = 'options' in part ? Object.values(part.options) : []
    const inner = branches.flatMap(({ value }) => namesIn(value, isMeant))
    return isMeant(part) ? [part.value, ...inner] : inner
  })
}
