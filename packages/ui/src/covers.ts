import { createContext, useEffect, useRef } from 'react'

/**
 * What lies over the page: a sheet, the second step of a form. The browser's back takes the newest
 * away and leaves the page. For each there is an entry in the history with the address of the page;
 * routers never hear of it.
 */

type Cover = () => boolean

const covers: Cover[] = []
/** The popstate to come is of our own doing. */
let returning = false

/** True inside a sheet: a link there takes the place of the sheet's entry. */
export const InSheet = createContext(false)

/** Whether back would take something off the page. */
export function isCovered(): boolean {
  return covers.length > 0
}

/** While `open`, back calls `onBack`, which answers whether it took the cover away. */
export function useCover(open: boolean, onBack: () => boolean): void {
  // Not an effect event: the history calls it, long after the effect that put it there.
  const back = useRef(onBack)
  useEffect(() => {
    back.current = onBack
  })
  useEffect(() => {
    if (!open) return undefined
    const cover = () => back.current()
    covers.push(cover)
    settleSoon()
    return () => {
      remove(cover)
      settleSoon()
    }
  }, [open])
}

function remove(cover: Cover): void {
  const at = covers.indexOf(cover)
  if (at !== -1) covers.splice(at, 1)
}

/** How many covers the entry stands for that is shown now. */
function shownCovers(): number {
  const state = history.state as { covers?: unknown } | null
  return typeof state?.covers === 'number' ? state.covers : 0
}

/** After what is going on now: a cover that goes while its page is left keeps its entry. */
function settleSoon(): void {
  setTimeout(settle)
}

function settle(): void {
  if (returning) return
  const shown = shownCovers()
  for (let next = shown + 1; next <= covers.length; next += 1) {
    const state = { ...(history.state as object | null), covers: next }
    // Of the prototype: a router may listen at the history itself.
    History.prototype.pushState.call(history, state, '')
  }
  if (shown > covers.length) {
    returning = true
    history.go(covers.length - shown)
  }
}

function onPop(event: PopStateEvent): void {
  if (returning) {
    event.stopImmediatePropagation()
    returning = false
    settleSoon()
  } else if (shownCovers() < covers.length) {
    event.stopImmediatePropagation()
    const newest = covers.at(-1)
    if (newest?.()) remove(newest)
    settleSoon()
  } else if (covers.length === 0 && shownCovers() > 0) {
    // What lay here is gone, and its page is one entry below.
    event.stopImmediatePropagation()
    history.back()
  }
}

// Before any router: while capturing.
if (typeof window !== 'undefined') addEventListener('popstate', onPop, true)
