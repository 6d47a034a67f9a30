import type { Language } from '@btbc/contract/wire.ts'
import { setupI18n, type Messages } from '@lingui/core'

import type { LaterPart } from '#i18n/later-texts.ts'
import { store, stored } from '#storage.ts'

export type { Language }

/** Codes of the wire with the tag browsers know and the name their speakers read. */
export const languages = {
  en: { tag: 'en', name: 'English' },
  zh: { tag: 'zh-CN', name: '简体中文' },
  hk: { tag: 'zh-HK', name: '繁體中文（香港）' },
  jp: { tag: 'ja', name: '日本語' },
  kr: { tag: 'ko', name: '한국어' },
  spa: { tag: 'es', name: 'Español' },
  bx: { tag: 'pt-BR', name: 'Português (Brasil)' },
  ban: { tag: 'bn-BD', name: 'বাংলা' },
} as const satisfies Record<Language, { tag: string; name: string }>

export const languageCodes = Object.keys(languages) as Language[]

type Load = () => Promise<{ messages: Messages }>

/** What the first screens say; what others say besides is in later-texts.ts. */
const firstTexts: Record<Language, Load> = {
  en: () => import('virtual:catalogue/en'),
  zh: () => import('virtual:catalogue/zh'),
  hk: () => import('virtual:catalogue/hk'),
  jp: () => import('virtual:catalogue/jp'),
  kr: () => import('virtual:catalogue/kr'),
  spa: () => import('virtual:catalogue/spa'),
  bx: () => import('virtual:catalogue/bx'),
  ban: () => import('virtual:catalogue/ban'),
}

export const i18n = setupI18n()

function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && code in languages
}

/** The first language of the browser that we speak; English when there is none. */
export function matchLanguage(preferred: readonly string[]): Language {
  for (const wanted of preferred) {
    const tag = wanted.toLowerCase()
    if (/^zh-(hk|tw|mo|hant)/.test(tag)) return 'hk'
    const primary = tag.split('-')[0]
    const found = languageCodes.find((code) => languages[code].tag.split('-')[0] === primary)
    if (found) return found
  }
  return 'en'
}

export function currentLanguage(): Language {
  const chosen = stored('lang') ?? stored('locale')
  if (isLanguage(chosen)) return chosen
  return matchLanguage(typeof navigator === 'undefined' ? [] : navigator.languages)
}

/** BCP-47 tag of the language on screen. */
export function currentTag(): string {
  return languages[currentLanguage()].tag
}

/** What a screen has asked for so far. Every language that is chosen afterwards has it too. */
const wanted = new Set<LaterPart>()

async function loadLater(language: Language, parts: Iterable<LaterPart>): Promise<Messages> {
  const { loadParts } = await import('#i18n/later-texts.ts')
  return await loadParts(language, parts)
}

async function show(language: Language): Promise<void> {
  const [first, later] = await Promise.all([
    firstTexts[language](),
    wanted.size > 0 ? loadLater(language, wanted) : undefined,
  ])
  const messages: Messages = { ...first.messages, ...later }
  const { tag } = languages[language]
  // Latin digits in every language: bn would otherwise write ১২৩.
  i18n.loadAndActivate({ locale: language, locales: `${tag}-u-nu-latn`, messages })
  document.documentElement.lang = tag
}

/** Before a screen that says more than the first ones. */
export async function loadTextsOf(pathname: string): Promise<void> {
  const { partsOf } = await import('#i18n/later-texts.ts')
  const missing = partsOf(pathname).filter((part) => !wanted.has(part))
  if (missing.length === 0) return
  const language = i18n.locale as Language
  const messages = await loadLater(language, missing)
  // Another language may have been chosen meanwhile.
  if (i18n.locale !== language) return await loadTextsOf(pathname)
  for (const part of missing) wanted.add(part)
  i18n.load(language, messages)
}

function keepLanguage(language: Language): void {
  store('lang', language)
  store('locale', language)
}

/** At start: the chosen language, or English when its file cannot be had. */
export async function startLanguage(): Promise<void> {
  const language = currentLanguage()
  try {
    await show(language)
  } catch (error) {
    if (language === 'en') throw error
    await show('en')
    return
  }
  keepLanguage(language)
}

/** Changes the words in place: route, scroll and half-filled forms stay. */
export async function chooseLanguage(language: Language): Promise<void> {
  await show(language)
  keepLanguage(language)
}
