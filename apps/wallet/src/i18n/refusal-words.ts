import type { refusalText } from '@btbc/contract/refusal-text.ts'

import { i18n, type Language } from '#i18n/language.ts'
import { currentTimeZone } from '#i18n/time-zone.ts'

type Refused = {
  code: Parameters<typeof refusalText>[0]
  details: Parameters<typeof refusalText>[2]
}

let words: typeof refusalText | undefined

/** After another language was chosen: the server has said its refusals in the one before. */
export async function loadRefusalWords(): Promise<void> {
  words ??= (await import('@btbc/contract/refusal-text.ts')).refusalText
}

/** A refusal in the language on screen; undefined while no other was ever on it. */
export function refusalNow({ code, details }: Refused): string | undefined {
  return words?.(code, i18n.locale as Language, details, currentTimeZone())
}
