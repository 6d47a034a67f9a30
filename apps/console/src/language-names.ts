import { say } from '@btbc/contract/operator/operator-text.ts'
import type { Language } from '@btbc/contract/wire.ts'

/** As operators call a language of the wire. */
const names = {
  en: say('content.language.en'),
  zh: say('content.language.zh'),
  hk: say('content.language.hk'),
  jp: say('content.language.jp'),
  kr: say('content.language.kr'),
  spa: say('content.language.spa'),
  bx: say('content.language.bx'),
  ban: say('content.language.ban'),
} as const satisfies Record<Language, string>

export function languageName(language: Language): string {
  return names[language]
}
