import { useSyncExternalStore } from 'react'

import { store } from '#storage.ts'

export type Theme = 'night' | 'day'

const listeners = new Set<() => void>()

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'day' ? 'day' : 'night'
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = theme === 'day' ? '#F6F2EB' : '#100F0E'
  for (const listener of listeners) listener()
}

export function chooseTheme(theme: Theme): void {
  store('mode', theme)
  show(theme)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme on screen; index.html set it before the first paint. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}
