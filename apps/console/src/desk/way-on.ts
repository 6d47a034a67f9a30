/**
 * Where the focus goes on to from the form it is in, once what that form is for is done: to the next of its
 * kind or else to the heading above it, unless the operator has gone elsewhere by then.
 */
export function wayOn(
  form: Element | null | undefined = document.activeElement?.closest('form'),
): () => void {
  const next = form && (nextCard(form) ?? headingAbove(form))
  return () => {
    const at = document.activeElement
    if (!next || (at !== document.body && !form.contains(at))) return
    next.tabIndex = -1
    next.focus()
  }
}

/** The next proposal below that can be decided, or else the last one above. */
function nextCard(form: Element): HTMLElement | undefined {
  const card = form.closest('article')
  const all = [...(card?.parentElement?.children ?? [])]
  const at = all.findIndex((each) => each === card)
  const isOpen = (each: Element): each is HTMLElement =>
    each instanceof HTMLElement &&
    each.matches('article') &&
    each.querySelector('textarea:not([readonly])') !== null
  return all.slice(at + 1).find(isOpen) ?? all.slice(0, Math.max(at, 0)).findLast(isOpen)
}

function headingAbove(form: Element): HTMLElement | null | undefined {
  return form.closest('section, main')?.querySelector<HTMLElement>('h1, h2, h3')
}
