import { clsx } from 'clsx'
import { useEffect, useRef, type ReactNode } from 'react'

type FormProps = {
  /** Counts how often something wrong was shown; each time the first wrong field takes the focus. */
  shown: number
  onSubmit: () => Promise<unknown>
  label?: string | undefined
  className?: string
  children: ReactNode
}

/** A field, or a button that opens the keypad of one. */
const WRONG = '[aria-invalid="true"], [data-invalid]'

/** Fields that are judged by us, in words, and not by the browser. */
export function Form({ shown, onSubmit, label, className, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (shown > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus()
  }, [shown])
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
      className={clsx('grid grid-cols-1 gap-4', className)}
    >
      {children}
    </form>
  )
}
