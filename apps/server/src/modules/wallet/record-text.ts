import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import { type EntryKind, isShownToMember } from '@btbc/ledger/kinds.ts'

/** What happened, in the member's words: one short line for each kind that a statement can show. */
export function recordText(kind: EntryKind, language: Language): string {
  return isShownToMember(kind) ? say(language, 'records', kind) : kind
}
