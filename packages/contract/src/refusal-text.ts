import ban from './texts/refusals.ban.json' with { type: 'json' }
import bx from './texts/refusals.bx.json' with { type: 'json' }
import en from './texts/refusals.en.json' with { type: 'json' }
import hk from './texts/refusals.hk.json' with { type: 'json' }
import jp from './texts/refusals.jp.json' with { type: 'json' }
import kr from './texts/refusals.kr.json' with { type: 'json' }
import spa from './texts/refusals.spa.json' with { type: 'json' }
import zh from './texts/refusals.zh.json' with { type: 'json' }
import type { RefusalCode, RefusalDetails } from '#refusals.ts'
import type { Language } from '#wire.ts'

const texts: Record<Language, Record<RefusalCode, string>> = { en, zh, kr, jp, hk, spa, bx, ban }

/** The text of a refusal in a member's language, with its facts filled in. */
export function refusalText(
  code: RefusalCode,
  language: Language,
  details: RefusalDetails = {},
): string {
  return texts[language][code].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(details[name] ?? ''),
  )
}
