import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type FieldNoteProps = {
  id: string
  error?: string | undefined
  role?: 'alert' | 'status' | undefined
  /** What stands there while nothing is wrong. */
  children?: ReactNode
}

/** Under a field: what is wrong with it, in words, or else what helps to fill it in. */
export function FieldNote({ error, children, ...place }: FieldNoteProps) {
  if (!error && !children) return null
  return (
    // Anew for each of the two: only an alert that comes is read out.
    <p
      key={error ? 'error' : 'hint'}
      {...place}
      className={clsx('text-small', error ? 'text-dn' : 'text-sub')}
    >
      {error && <span aria-hidden>▲ </span>}
      {error || children}
    </p>
  )
}
