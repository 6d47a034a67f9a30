import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { CallRefused } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'

/** `form` is for what belongs to no single field. */
export type FieldErrors<Name extends string> = Partial<Record<Name | 'form', string>>

/** Which field a refusal is about. */
export type RefusalFields<Name extends string> = Readonly<Record<string, Name>>

/** What is wrong, field by field, for a Form. */
export function useFieldErrors<Name extends string>(fields: RefusalFields<Name>) {
  const errorText = useErrorText()
  const [errors, setErrors] = useState<FieldErrors<Name>>({})
  const [shown, setShown] = useState(0)

  /** Answers whether there was anything to show. */
  function show(next: FieldErrors<Name>): boolean {
    const wrong = Object.values(next).some((text) => text !== undefined)
    setErrors(next)
    if (wrong) setShown((times) => times + 1)
    return wrong
  }

  /** At its field, or in its place, and as a message. Answers where it was shown. */
  function showRefusal(error: unknown): Name | 'form' {
    const name = error instanceof CallRefused ? (fields[error.code] ?? 'form') : 'form'
    const text = errorText(error)
    show({ [name]: text } as FieldErrors<Name>)
    notify(text, { tone: 'bad' })
    return name
  }

  function clear(name: Name): void {
    if (errors[name] !== undefined || errors.form !== undefined)
      setErrors({ ...errors, [name]: undefined, form: undefined })
  }

  return { errors, shown, show, showRefusal, clear }
}
