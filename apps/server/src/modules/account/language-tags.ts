import type { Language } from '@btbc/contract/wire.ts'

/** By what `Intl` knows our languages, for the names of countries in them, and of the languages themselves. */
export const languageTags = {
  en: 'en',
  zh: 'zh-Hans',
  kr: 'ko',
  jp: 'ja',
  hk: 'zh-Hant-HK',
  spa: 'es',
  bx: 'pt-BR',
  ban: 'bn',
} as const satisfies Record<Language, string>
