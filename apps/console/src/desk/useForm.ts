import { CallRefused } from '@btbc/client/client.ts'
import { useForm as useFields } from '@btbc/ui/useForm.ts'

import { errorText } from '#api/call.ts'

/** A form of the console: a refusal stands at its field, or at the form. */
export function useForm<Fields extends object>(
  initial: Fields,
  /** The field a refusal is about, by its code. */
  refusals: Readonly<Record<string, keyof Fields & string>> = {},
) {
  return useFields<Fields>({
    initial,
    fieldOf: (error) => (error instanceof CallRefused ? refusals[error.code] : undefined),
    textOf: errorText,
  })
}
