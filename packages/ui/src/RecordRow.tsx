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
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] last:border-b-0">
      <span className="grid min-w-0 flex-1 basis-32 gap-0.5">
        <span>{title}</span>
        {detail !== undefined && <span className="num text-small text-sub">{detail}</span>}
      </span>
      <span className="ml-auto grid justify-items-end gap-1 text-right">
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
