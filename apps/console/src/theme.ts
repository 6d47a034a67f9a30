import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function shown(): 'night' | 'day' {
  return document.documentElement.dataset['theme'] === 'day' ? 'day' : 'night'
}

/** The same choice as in the members' app, under the same name. */
export function turnTheme(): void {
  const next = shown() === 'day' ? 'night' : 'day'
  document.documentElement.dataset['theme'] = next
  try {
    localStorage.setItem('mode', next)
  } catch {
    // It holds until the next load.
  }
  for (const listener of listeners) listener()
}

export function useTheme(): 'night' | 'day' {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, shown)
}
