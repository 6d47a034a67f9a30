import { clsx } from 'clsx'
import { useId, type ComponentProps } from 'react'

type TextAreaProps = ComponentProps<'textarea'> & { label: string; error?: string | undefined }

/** A few lines of text with their name above. */
export function TextArea({ label, error, ...area }: TextAreaProps) {
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
        aria-describedby={error ? `${id}-error` : undefined}
        className={clsx(
          'w-full resize-y rounded-control border bg-s2 px-3 py-2 text-[1rem] focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-ac',
          error ? 'border-dn' : 'border-ctl',
        )}
      />
      {error && (
        <p id={`${id}-error`} className="text-small text-dn">
          <span aria-hidden>▲ </span>
          {error}
        </p>
      )}
    </div>
  )
}
