import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { CallRefused } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'
import { i18n } from '#i18n/language.ts'

/** `form` is for what belongs to no single field. */
export type FieldErrors<Name extends string> = Partial<Record<Name | 'form', string>>

type Found<Name extends string> = {
  language: string
  errors: FieldErrors<Name>
  refused?: { name: Name | 'form'; error: unknown }
}

/** Which field a refusal is about. */
export type RefusalFields<Name extends string> = Readonly<Record<string, Name>>

/** What is wrong, field by field, for a Form. */
export function useFieldErrors<Name extends string>(fields: RefusalFields<Name>) {
  const errorText = useErrorText()
  const language = i18n.locale
  const [found, setFound] = useState<Found<Name>>({ language, errors: {} })
  const [shown, setShown] = useState(0)
  const errors = inWords()

  /** A refusal is said in the language on screen; our own words are found anew when pressed again. */
  function inWords(): FieldErrors<Name> {
    const { refused } = found
    if (refused) return { [refused.name]: errorText(refused.error) } as FieldErrors<Name>
    return found.language === language ? found.errors : {}
  }

  /** Answers whether there was anything to show. */
  function show(next: FieldErrors<Name>): boolean {
    const wrong = Object.values(next).some((text) => text !== undefined)
    setFound({ language, errors: next })
    if (wrong) setShown((times) => times + 1)
    return wrong
  }

  /** At its field, or in its place, and as a message. Answers where it was shown. */
  function showRefusal(error: unknown): Name | 'form' {
    const name = error instanceof CallRefused ? (fields[error.code] ?? 'form') : 'form'
    setFound({ language, errors: {}, refused: { name, error } })
    setShown((times) => times + 1)
    notify(errorText(error), { tone: 'bad' })
    return name
  }

  function clear(name: Name): void {
    if (errors[name] !== undefined || errors.form !== undefined)
      setFound({ language, errors: { ...errors, [name]: undefined, form: undefined } })
  }

  return { errors, shown, show, showRefusal, clear }
}
