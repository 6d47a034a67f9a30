import { clsx } from 'clsx'
import { useId, type ComponentProps, type ReactNode } from 'react'

import { FieldNote } from '#FieldNote.tsx'

export type FieldProps = ComponentProps<'input'> & {
  label: string
  /** What is wrong, in words, at the field. */
  error?: string | undefined
  hint?: ReactNode
  /** A button inside the frame, at the end. */
  trailing?: ReactNode
}

/** One line of text with its name above it. For whole pages: text is never typed inside a sheet. */
export function Field({ label, error, hint, trailing, className, id, ...input }: FieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const noteId = `${inputId}-note`
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={inputId} className="text-small text-mut">
        {label}
      </label>
      <div
        className={clsx(
          'flex min-h-13 items-center rounded-control border bg-s2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ac',
          error ? 'border-dn' : 'border-ctl',
        )}
      >
        <input
          {...input}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
          className="min-h-13 w-full min-w-0 flex-1 bg-transparent px-4 text-input text-tx outline-none placeholder:text-sub"
        />
        {trailing}
      </div>
      <FieldNote id={noteId} error={error}>
        {hint}
      </FieldNote>
    </div>
  )
}
