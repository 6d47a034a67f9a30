import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Where the keyboard is: taken along to what a press opens, and kept near when its place is taken away. */

/** Hears Escape wherever it is pressed within. */
export function useEscape(within: RefObject<HTMLElement | null>, act: (event: Event) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') act(event)
  })
  useEffect(() => {
    const place = within.current
    place?.addEventListener('keydown', press)
    return () => place?.removeEventListener('keydown', press)
  }, [within])
}

/** Goes to what a press elsewhere on the screen led to: with the focus, and in sight. */
export function arriveAt(heading: HTMLElement): void {
  heading.focus({ preventScroll: true })
  const { top } = heading.getBoundingClientRect()
  if (top < 0 || top > innerHeight / 2) heading.scrollIntoView()
}

/** Long enough for whoever has a better place for it. */
const SETTLED_MS = 300
const HEADINGS = 'h1[tabindex], h2[tabindex], h3[tabindex]'

/**
 * What had the focus may go with what was done. Then the heading of what is still there around it takes
 * the focus: the browser would leave it to the page as a whole, at whose top one begins anew. What was
 * taken away while somebody typed in it is left alone, as the next letters are meant for nothing else.
 */
export function keepFocus(): () => void {
  let around: readonly Element[] = []
  const note = ({ target }: Event) => (around = target instanceof Element ? outwards(target) : [])
  const observer = new MutationObserver(() => {
    const [inmost, ...outer] = around
    if (inmost === undefined || inmost.isConnected) return
    around = []
    if (inmost.matches('input, textarea')) return
    setTimeout(() => {
      if (document.activeElement !== document.body) return
      headingAround(outer)?.focus({ preventScroll: true })
    }, SETTLED_MS)
  })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', note)
  observer.observe(document, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', note)
    observer.disconnect()
  }
}

function outwards(from: Element): Element[] {
  const around: Element[] = []
  for (let at: Element | null = from; at; at = at.parentElement) around.push(at)
  return around
}

function headingAround(outer: readonly Element[]): HTMLElement | null | undefined {
  return outer
    .filter((each) => each.isConnected)
    .map((each) => each.querySelector<HTMLElement>(HEADINGS))
    .find((heading) => heading !== null)
}
