import { say, type TextKey } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Json } from '@btbc/database/tables.ts'

/** Why something ended as it did: a text of ours with its facts, or what an operator wrote. */
export type Remark =
  | { code: TextKey<'remarks'>; facts?: Record<string, string | number> }
  | { words: string }

/** A stored remark as its reader reads it; nothing was written where there is nothing to say. */
export function sayRemark(stored: Json, language: Language): string {
  const remark = stored as Remark | null
  if (remark === null) return ''
  if ('words' in remark) return remark.words
  return say(language, 'remarks', remark.code, remark.facts)
}
