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
    <li className="flex min-h-16 items-center justify-between gap-4 border-b border-line py-3 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] last:border-b-0">
      <span className="grid min-w-0 gap-0.5">
        <span>{title}</span>
        {detail !== undefined && <span className="num text-small text-sub">{detail}</span>}
      </span>
      <span className="grid shrink-0 justify-items-end gap-1 text-right">
        {amount !== undefined && (
          <span className={clsx('num font-semibold', direction === 'in' && 'text-gain')}>
            {amount}
          </span>
        )}
        {status}
      </span>
    </li>
  )
}
