import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Single keys that act on the open case. They can be switched off: some people speak to their machine. */

const KEY = 'console_shortcuts'
const listeners = new Set<() => void>()
let memory = true

function areOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return memory
  }
}

export function switchShortcuts(on: boolean): void {
  memory = on
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // It holds until the next load.
  }
  for (const listener of listeners) listener()
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areOn)
}

/** Where something was typed last, until the operator goes somewhere else. */
let typedIn: Element | undefined

addEventListener('focusin', ({ target }) => {
  typedIn = target instanceof Element && isTyping(target) ? target : undefined
})
addEventListener('pointerdown', () => {
  if (isTypingOn()) typedIn = undefined
})

/** Whoever types on in a field that is gone by now means no key of ours. */
function isTypingOn(): boolean {
  return typedIn?.isConnected === false
}

type Shortcuts = Readonly<Partial<Record<'a' | 'r' | 'j' | 'k', () => void>>>

/** Answers to A, R, J and K wherever nothing is being typed. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const on = useShortcutsOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (isTypingOn()) return
    const key = event.key.toLowerCase()
    const act =
      key === 'a' || key === 'r' || key === 'j' || key === 'k' ? shortcuts[key] : undefined
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!on) return undefined
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [on])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'))
  )
}
