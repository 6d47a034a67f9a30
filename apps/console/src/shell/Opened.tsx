import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

import { arriveAt, useEscape } from '#shell/focus.ts'

type OpenedProps = {
  title: string
  /** Back to where one was, with nothing done. */
  onClose: () => void
  /** The name of that way; null where what it holds has one of its own. */
  close?: string | null
  children: ReactNode
}

/**
 * What a button elsewhere on the screen opened. It takes the focus and gives it back to that button.
 * Escape closes it, too, but not out of a field in which something stands.
 */
export function Opened({ title, onClose, close = say('shell.cancel'), children }: OpenedProps) {
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEscape(section, ({ target }) => {
    if (!holdsText(target)) onClose()
  })
  useLayoutEffect(() => {
    const opener = document.activeElement
    const opened = section.current
    if (heading.current) arriveAt(heading.current)
    return () => {
      const isHere = opened?.contains(document.activeElement) === true
      if (isHere && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <section ref={section} className="grid min-w-0 content-start gap-2">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-12 text-section font-semibold">
        {title}
      </h2>
      {children}
      {close !== null && (
        <Button size="medium" variant="ghost" onClick={onClose}>
          {close}
        </Button>
      )}
    </section>
  )
}

function holdsText(target: EventTarget | null): boolean {
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
  return isField && target.value !== ''
}
