import { useEffect } from 'react'

/** What a half-filled form keeps while the app is reloaded. Never a password. */
export type Draft = Readonly<Record<string, string | number | boolean>>

/** The kept draft: known fields of the right type, and the initial ones for the rest. */
export function readDraft<Fields extends Draft>(kept: string | null, initial: Fields): Fields {
  let found: unknown
  try {
    found = JSON.parse(kept ?? '{}')
  } catch {
    return initial
  }
  if (typeof found !== 'object' || found === null) return initial
  const usable = Object.entries(found).filter(
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
  return readDraft(JSON.stringify(named), readDraft(keptDraft(key), initial))
}

function keptDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps those fields of the values as long as this tab lives; nothing without a key. */
export function useKept(key: string, fields: Draft, values: object): void {
  const draft = JSON.stringify(
    Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name))),
  )
  useEffect(() => {
    if (key === '') return
    try {
      sessionStorage.setItem(key, draft)
    } catch {
      // A browser that forbids storage forgets the form when it is reloaded.
    }
  }, [key, draft])
}

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
