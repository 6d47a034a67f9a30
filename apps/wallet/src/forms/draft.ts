import { useEffect, useState } from 'react'

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

function keptDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** As long as this tab lives. */
export function useDraft<Fields extends Draft>(
  key: string,
  initial: Fields,
  /** What the link that led here names goes before what was kept. */
  named: Draft = {},
) {
  const [draft, setDraft] = useState(() =>
    readDraft(JSON.stringify(named), readDraft(keptDraft(key), initial)),
  )
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft))
    } catch {
      // A browser that forbids storage forgets the form when it is reloaded.
    }
  }, [key, draft])
  const change = (part: Partial<Fields>) => setDraft((before) => ({ ...before, ...part }))
  return [draft, change] as const
}

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
