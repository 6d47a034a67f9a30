import { useSyncExternalStore } from 'react'

import { forget, store, stored } from '#storage.ts'

/** What is chosen; 'system' is as the device is set. */
export type Theme = 'night' | 'day' | 'system'

const listeners = new Set<() => void>()
const light = () => matchMedia('(prefers-color-scheme: light)')

function shownTheme(): 'night' | 'day' {
  return document.documentElement.dataset.theme === 'day' ? 'day' : 'night'
}

function chosenTheme(): Theme {
  const mode = stored('mode')
  return mode === 'day' || mode === 'night' ? mode : 'system'
}

function show(theme: 'night' | 'day'): void {
  document.documentElement.dataset.theme = theme
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = theme === 'day' ? '#F6F2EB' : '#100F0E'
  for (const listener of listeners) listener()
}

function showSystem(): void {
  show(light().matches ? 'day' : 'night')
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    forget('mode')
    showSystem()
  } else {
    store('mode', theme)
    show(theme)
  }
}

/** The device turns from day to night while we are open. */
export function followSystemTheme(): void {
  light().addEventListener('change', () => {
    if (chosenTheme() === 'system') showSystem()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme on screen; index.html set it before the first paint. */
export function useShownTheme(): 'night' | 'day' {
  return useSyncExternalStore(subscribe, shownTheme)
}

export function useChosenTheme(): Theme {
  return useSyncExternalStore(subscribe, chosenTheme)
}
