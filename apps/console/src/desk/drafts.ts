import { readDraft } from '@btbc/ui/draft.ts'
import { useEffect } from 'react'

/** What is typed at length stays in this tab when a session ends, for whoever typed it. */

const NAMED = 'draft '
const TYPED_BY = 'typed_by'

/** What was typed here; nothing where nothing was. */
export function keptDraft<Fields extends object>(
  name: string,
  initial: Fields,
): Fields | undefined {
  try {
    const kept = sessionStorage.getItem(NAMED + name)
    return kept === null ? undefined : readDraft(kept, initial)
  } catch {
    return undefined
  }
}

/** Keeps what is typed, for as long as there is anything to keep. */
export function useKept(name: string | undefined, typed: object | undefined): void {
  const draft = typed && JSON.stringify(typed)
  useEffect(() => {
    if (name !== undefined) keep(name, draft)
  }, [name, draft])
}

function keep(name: string, draft: string | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(NAMED + name)
    else sessionStorage.setItem(NAMED + name, draft)
  } catch {
    // Where nothing may be stored nothing is kept.
  }
}

export function forgetDraft(name: string): void {
  keep(name, undefined)
}

/** Whoever logs in finds what they typed themselves, and nothing of anybody else. */
export function keepDraftsOf(operator: number | undefined): void {
  try {
    const isSame = operator !== undefined && sessionStorage.getItem(TYPED_BY) === String(operator)
    if (isSame) return
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(NAMED)) sessionStorage.removeItem(key)
    sessionStorage.setItem(TYPED_BY, String(operator))
  } catch {
    // Where nothing may be stored nothing was kept.
  }
}
