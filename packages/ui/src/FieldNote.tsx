import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type FieldNoteProps = {
  id: string
  error?: string | undefined
  /** What stands there while nothing is wrong. */
  children?: ReactNode
}

/** Under a field: what is wrong with it, in words, or else what helps to fill it in. */
export function FieldNote({ id, error, children }: FieldNoteProps) {
  if (!error && !children) return null
  return (
    // Anew for each fault: only an alert that comes is read out.
    <p
      key={error}
      id={id}
      role={error ? 'alert' : undefined}
      className={clsx('text-small', error ? 'text-dn' : 'text-sub')}
    >
      {error && <span aria-hidden>▲ </span>}
      {error || children}
    </p>
  )
}
