import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type RecordRowProps = {
  title: ReactNode
  /** When, or what else. */
  detail?: ReactNode
  amount?: ReactNode
  direction?: 'in' | 'out' | undefined
  status?: ReactNode
}

/** One line of a statement: what happened, when, how much. Belongs in a `<ul>`. */
export function RecordRow({ title, detail, amount, direction, status }: RecordRowProps) {
  return (
    <li className="grid min-h-16 content-center gap-1 border-b border-line py-3 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] last:border-b-0">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 flex-1 basis-32">{title}</span>
        {amount !== undefined && (
          <span
            className={clsx(
              'num ml-auto text-right font-semibold',
              direction === 'in' && 'text-gain',
            )}
          >
            {amount}
          </span>
        )}
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {detail !== undefined && <span className="num text-small text-sub">{detail}</span>}
        {status !== undefined && <span className="ml-auto text-right">{status}</span>}
      </span>
    </li>
  )
}
