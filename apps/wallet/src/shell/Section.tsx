import { useId, type ReactNode } from 'react'

type SectionProps = { title: string; action?: ReactNode; children: ReactNode }

/** A part of a screen under its own heading. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h2 id={id} className="flex-1 basis-40 text-section font-semibold">
          {title}
        </h2>
        {/* As wide as its words: the heading keeps its line, or with large letters has one of its own. */}
        {action && <div className="shrink-0">{action}</div>}
      </div>
      {children}
    </section>
  )
}
