import { say } from '@btbc/contract/operator/operator-text.ts'
import { useEffect, useRef, type ReactNode } from 'react'

/** The screen whose heading was focused last; the first one of a visit is left to the reader. */
let announced: string | undefined

/** One screen: document title and the one h1, which takes the focus after a navigation. */
export function Page({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (announced !== undefined && announced !== title)
      heading.current?.focus({ preventScroll: true })
    announced = title
  }, [title])
  return (
    <>
      <title>{say('shell.documentTitle', { title })}</title>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 pt-3 pb-3 lg:pt-5">
        <h1 ref={heading} tabIndex={-1} className="text-title font-semibold">
          {title}
        </h1>
        {lead !== undefined && <div className="text-small text-mut">{lead}</div>}
      </div>
      {children}
    </>
  )
}

/** A part of a screen under its own name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-2">
      <h2 tabIndex={-1} className="scroll-mt-12 text-section font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
