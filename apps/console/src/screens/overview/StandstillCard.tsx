import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import type { ReactNode } from 'react'

type StandstillCardProps = {
  title: string
  /** How it stands, while it does. */
  state: string | undefined
  /** What is known of it. */
  children: ReactNode
  /** What is under way already, if anything is. */
  underWay: string | undefined
  /** The form that proposes to let it go on. */
  form: ReactNode
}

/** Something that stands still until two operators let it go on: what is known of it, and the way on. */
export function StandstillCard({ title, state, children, underWay, form }: StandstillCardProps) {
  return (
    <article
      aria-label={title}
      className="card grid grid-cols-1 gap-x-6 gap-y-3 p-4 lg:grid-cols-2"
    >
      <div className="grid min-w-0 content-start gap-3">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h3 className="num font-semibold">{title}</h3>
          {state !== undefined && <StatusPill tone="bad">{state}</StatusPill>}
        </div>
        {children}
      </div>
      <div className="grid min-w-0 content-start gap-3">
        {underWay !== undefined && <p className="text-small text-warn">{underWay}</p>}
        {form}
      </div>
    </article>
  )
}
