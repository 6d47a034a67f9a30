import { useMatch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useRef, type ReactNode } from 'react'

const SUFFIX = ' - BTBC (TEST)'

type PageProps = {
  title: string
  /** Where the screen is called something else than its document title. */
  heading?: string
  /** True where the screen opens with a picture of its own: the title is then for readers only. */
  titleHidden?: boolean
  children: ReactNode
}

/** The screen whose heading was focused last; the first one of a visit is left to the reader. */
let announced: string | undefined

/** One screen: document title, the one h1, which takes the focus after a navigation. */
export function Page({ title, heading: shown = title, titleHidden = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Of this screen, not of the address bar: that one already names the next screen while it loads.
  const screen = useMatch({ strict: false, select: (match) => match.id })
  useEffect(() => {
    if (announced !== undefined && announced !== screen)
      heading.current?.focus({ preventScroll: true })
    announced = screen
  }, [screen])
  return (
    <>
      <title>{title + SUFFIX}</title>
      <h1
        id="heading"
        ref={heading}
        tabIndex={-1}
        className={clsx(titleHidden ? 'sr-only' : 'py-2 text-title font-semibold')}
      >
        {shown}
      </h1>
      <div className="grid grid-cols-1 gap-4 pt-2 pb-8">{children}</div>
    </>
  )
}
