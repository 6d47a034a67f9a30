import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type FoldProps = { title: string; open?: boolean; children: ReactNode }

/** What is there for who wants it. */
export function Fold({ title, open, children }: FoldProps) {
  return (
    <details open={open} className="group card px-4 py-1">
      <Summary className="justify-between font-semibold">{title}</Summary>
      <div className="pt-1 pb-3">{children}</div>
    </details>
  )
}

/** The line that opens a `<details className="group">`, with an arrow that turns. */
export function Summary({ className, children }: { className: string; children: ReactNode }) {
  return (
    <summary
      className={clsx(
        'flex min-h-11 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden',
        className,
      )}
    >
      {children}
      <ChevronDown
        size={18}
        aria-hidden
        className="shrink-0 text-mut transition-transform group-open:rotate-180"
      />
    </summary>
  )
}
