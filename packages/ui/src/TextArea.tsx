import { clsx } from 'clsx'
import { useId, type ComponentProps, type ReactNode } from 'react'

import { FieldNote } from '#FieldNote.tsx'

type TextAreaProps = ComponentProps<'textarea'> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

/** A few lines of text with their name above. */
export function TextArea({ label, error, hint, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small text-mut">
        {label}
      </label>
      <textarea
        rows={2}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={clsx(
          'w-full resize-y rounded-control border bg-s2 px-3 py-2 text-input focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-ac',
          error ? 'border-dn' : 'border-ctl',
        )}
      />
      <FieldNote id={`${id}-note`} error={error}>
        {hint}
      </FieldNote>
    </div>
  )
}
