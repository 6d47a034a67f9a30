import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type FoldProps = { title: string; open?: boolean; children: ReactNode }

/** What is there for who wants it. */
export function Fold({ title, open, children }: FoldProps) {
  return (
    <details open={open} className="group card px-4 py-1">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          size={18}
          aria-hidden
          className="shrink-0 text-mut transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pt-1 pb-3">{children}</div>
    </details>
  )
}
