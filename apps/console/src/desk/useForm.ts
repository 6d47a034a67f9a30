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
  const isText = (name: string): name is keyof Fields & string =>
    typeof Object.entries(initial).find(([key]) => key === name)?.[1] === 'string'
  function placeOf(error: unknown) {
    if (!(error instanceof CallRefused)) return undefined
    const { code, details } = error
    if (refusals[code] !== undefined) return refusals[code]
    const named = String(details['field'])
    // A part of something is named after it: `value.fee`, `group.numbers.0`.
    const places = [named, ...named.split('.').toReversed()].map(
      (each) => refusals[each] ?? (isText(each) ? each : undefined),
    )
    return places.find((place) => place !== undefined)
  }
  const [begun] = useState(() => (draft === undefined ? undefined : keptDraft(draft, initial)))
  const form = useFields<Fields>({
    initial: begun ?? initial,
    fieldOf: placeOf,
    textOf: (error) => errorText(error, { isAtField: placeOf(error) !== undefined }),
  })
  const isTyped = draft !== undefined && JSON.stringify(form.values) !== JSON.stringify(empty)
  useKept(draft, isTyped ? form.values : undefined)
  return form
}
