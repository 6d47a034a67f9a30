import { useEffect } from 'react'

import { stored } from '#storage.ts'

/** What a half-filled form keeps while the app is reloaded. Never a password. */
export type Draft = Readonly<Record<string, string | number | boolean>>

/** Whoever typed what this tab keeps. */
const TYPED_BY = 'typed_by'

/** The kept draft: known fields of the right type, and the initial ones for the rest. */
export function readDraft<Fields extends Draft>(
  kept: string | null | undefined,
  initial: Fields,
): Fields {
  let found: object | null
  try {
    found = JSON.parse(kept ?? '{}') as object | null
  } catch {
    return initial
  }
  const usable = Object.entries(found ?? {}).filter(
    ([name, value]) => Object.hasOwn(initial, name) && typeof value === typeof initial[name],
  )
  return { ...initial, ...Object.fromEntries(usable) }
}

/** What this tab keeps under the key; what the link names goes before it. */
export function readKept<Fields extends Draft>(
  key: string,
  initial: Fields,
  named: Draft = {},
): Fields {
  const kept = ifAllowed(() => {
    forgetOthers()
    return sessionStorage.getItem(key)
  })
  return readDraft(JSON.stringify(named), readDraft(kept, initial))
}

/** What somebody typed before a session of theirs ended is kept for them, and for nobody else who logs in. */
function forgetOthers(): void {
  const member = stored('user_id')
  const typedBy = sessionStorage.getItem(TYPED_BY)
  if (!member || member === typedBy) return
  if (typedBy) sessionStorage.clear()
  sessionStorage.setItem(TYPED_BY, member)
}

/** Keeps those fields of the values as long as this tab lives; nothing without a key. */
export function useKept(key: string, fields: Draft, values: object): void {
  const draft = JSON.stringify(
    Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name))),
  )
  useEffect(() => {
    if (key) ifAllowed(() => sessionStorage.setItem(key, draft))
  }, [key, draft])
}

export function forgetDraft(key: string): void {
  ifAllowed(() => sessionStorage.removeItem(key))
}

/** A browser that forbids storage forgets the form when it is reloaded. */
function ifAllowed<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
