import type { Language } from '@btbc/contract/wire.ts'
import { setupI18n, type Messages } from '@lingui/core'

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

/** Two chunks a language: what the first screens say, and what the others say besides. */
const catalogues: Record<Language, { first: Load; more: Load }> = {
  en: {
    first: () => import('virtual:catalogue/en'),
    more: () => import('virtual:catalogue/en-more'),
  },
  zh: {
    first: () => import('virtual:catalogue/zh'),
    more: () => import('virtual:catalogue/zh-more'),
  },
  hk: {
    first: () => import('virtual:catalogue/hk'),
    more: () => import('virtual:catalogue/hk-more'),
  },
  jp: {
    first: () => import('virtual:catalogue/jp'),
    more: () => import('virtual:catalogue/jp-more'),
  },
  kr: {
    first: () => import('virtual:catalogue/kr'),
    more: () => import('virtual:catalogue/kr-more'),
  },
  spa: {
    first: () => import('virtual:catalogue/spa'),
    more: () => import('virtual:catalogue/spa-more'),
  },
  bx: {
    first: () => import('virtual:catalogue/bx'),
    more: () => import('virtual:catalogue/bx-more'),
  },
  ban: {
    first: () => import('virtual:catalogue/ban'),
    more: () => import('virtual:catalogue/ban-more'),
  },
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

let wantsMore = false

async function show(language: Language): Promise<void> {
  const { first, more } = catalogues[language]
  const parts = await Promise.all(wantsMore ? [first(), more()] : [first()])
  const messages: Messages = Object.assign({}, ...parts.map((part) => part.messages))
  const { tag } = languages[language]
  // Latin digits in every language: bn would otherwise write ১২৩.
  i18n.loadAndActivate({ locale: language, locales: `${tag}-u-nu-latn`, messages })
  document.documentElement.lang = tag
}

/** Before a screen that says more than the first ones. From then on every language has it all. */
export async function loadMoreTexts(): Promise<void> {
  if (wantsMore) return
  const language = i18n.locale as Language
  const { messages } = await catalogues[language].more()
  // Another language may have been chosen meanwhile.
  if (i18n.locale !== language) return await loadMoreTexts()
  wantsMore = true
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
