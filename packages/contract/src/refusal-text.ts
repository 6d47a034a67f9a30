import ban from './texts/ban/refusals.json' with { type: 'json' }
import bx from './texts/bx/refusals.json' with { type: 'json' }
import en from './texts/en/refusals.json' with { type: 'json' }
import hk from './texts/hk/refusals.json' with { type: 'json' }
import jp from './texts/jp/refusals.json' with { type: 'json' }
import kr from './texts/kr/refusals.json' with { type: 'json' }
import spa from './texts/spa/refusals.json' with { type: 'json' }
import zh from './texts/zh/refusals.json' with { type: 'json' }
import { formatText } from '#format-text.ts'
import type { RefusalCode, RefusalDetails } from '#refusals.ts'
import type { Language } from '#wire.ts'

const texts: Record<Language, Record<RefusalCode, string>> = { en, zh, kr, jp, hk, spa, bx, ban }

/** The text of a refusal in a member's language, with its facts filled in; times are of their time zone. */
export function refusalText(
  code: RefusalCode,
  language: Language,
  details: RefusalDetails = {},
  timeZone?: string,
): string {
  return formatText(language, texts[language][code], details, timeZone)
}
