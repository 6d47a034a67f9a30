import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type FieldNoteProps = {
  id: string
  error?: string | undefined
  role?: 'alert' | 'status'
  /** What stands there while nothing is wrong. */
  children?: ReactNode
}

/** Under a field: what is wrong with it, in words, or else what helps to fill it in. */
export function FieldNote({ error, children, ...place }: FieldNoteProps) {
  if (!error && !children) return null
  return (
    <p {...place} className={clsx('text-small', error ? 'text-dn' : 'text-sub')}>
      {error && <span aria-hidden>▲ </span>}
      {error || children}
    </p>
  )
}
