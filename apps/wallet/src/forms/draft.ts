import { readDraft } from '@btbc/ui/draft.ts'
import { useEffect } from 'react'

import { stored, storeInTab, tab } from '#storage.ts'

/** What a half-filled form keeps while the app is reloaded. Never a password. */
export type Draft = Readonly<Record<string, string | number | boolean>>

/** Whoever typed what this tab keeps, and the end of the token of their session. */
const TYPED_BY = 'typed_by'
const SESSION_LENGTH = 8

/** What this tab keeps under the key; what the link names goes before it. */
export function readKept<Fields extends Draft>(
  key: string,
  initial: Fields,
  named: Draft = {},
): Fields {
  forgetOthers()
  return readDraft(JSON.stringify(named), readDraft(tab.getItem(key), initial))
}

/**
 * What somebody typed before a session of theirs ended is kept for them, and for nobody else who logs in.
 * Whoever has not been named yet is known by the session alone.
 */
function forgetOthers(): void {
  const session = stored('token')?.slice(-SESSION_LENGTH)
  if (session === undefined) return
  const member = stored('user_id') ?? ''
  const [typist, typedIn] = tab.getItem(TYPED_BY)?.split('\n') ?? []
  const isSame = typist && member ? typist === member : typedIn === session
  if (typist !== undefined && !isSame) tab.clear()
  storeInTab(TYPED_BY, `${member}\n${session}`)
}

/** Keeps those fields of the values as long as this tab lives; nothing without a key. */
export function useKept(key: string, fields: Draft, values: object): void {
  const draft = JSON.stringify(
    Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name))),
  )
  useEffect(() => {
    if (key) storeInTab(key, draft)
  }, [key, draft])
}

export function forgetDraft(key: string): void {
  tab.removeItem(key)
}
