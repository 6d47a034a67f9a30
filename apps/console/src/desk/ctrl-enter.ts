import type { KeyboardEvent } from 'react'

/** What Ctrl with Enter does, or Command with Enter, where several lines are written. */
export function onCtrlEnter(send: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
}
