import { CallRefused } from '@btbc/client/client.ts'
import { useForm as useFields } from '@btbc/ui/useForm.ts'
import { useState } from 'react'

import { errorText } from '#api/call.ts'
import { keptDraft, useKept } from '#desk/drafts.ts'

/** A form of the console: a refusal stands at its field, or at the form. */
export function useForm<Fields extends object>(
  initial: Fields,
  /** The field a refusal is about, by its code or by what it names, where the form has another name. */
  refusals: Readonly<Record<string, keyof Fields & string>> = {},
  /** The name under which what is typed at length outlives its session. */
  draft?: string,
) {
  const [empty] = useState(initial)
  function placeOf({ code, details }: CallRefused) {
    const named = String(details['field'])
    if (refusals[code] !== undefined) return refusals[code]
    return refusals[named] ?? (named in initial ? (named as keyof Fields & string) : undefined)
  }
  const [begun] = useState(() => (draft === undefined ? undefined : keptDraft(draft, initial)))
  const form = useFields<Fields>({
    initial: begun ?? initial,
    fieldOf: (error) => (error instanceof CallRefused ? placeOf(error) : undefined),
    textOf: errorText,
  })
  const isTyped = draft !== undefined && JSON.stringify(form.values) !== JSON.stringify(empty)
  useKept(draft, isTyped ? form.values : undefined)
  return form
}
