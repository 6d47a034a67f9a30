import { CallRefused } from '@btbc/client/client.ts'
import { useForm as useFields } from '@btbc/ui/useForm.ts'
import { useState } from 'react'

import { upToDate, useErrorText } from '#api/query.ts'
import { readKept, useKept, type Draft } from '#forms/draft.ts'
import { i18n } from '#i18n/language.ts'

type FormOptions<Fields extends object, Kept extends object> = {
  /** What a reload forgets: passwords, codes. */
  fields: Fields
  /** What it does not, as long as this tab lives. */
  draft?: {
    key: string
    fields: Kept & Draft
    /** What the link that led here names goes before what was kept. */
    named?: Draft
  }
  /** The field a refusal is about, by its code. */
  refusals?: Readonly<Record<string, keyof (Fields & Kept) & string>>
  /** Words of ours for an error whose own do not help. */
  textOf?: (error: unknown) => string | undefined
}

/** A form of the app: the refusals of the server at its fields, and a draft that survives a reload. */
export function useForm<Fields extends object, Kept extends object = object>({
  fields,
  draft,
  refusals = {},
  textOf,
}: FormOptions<Fields, Kept>) {
  const errorText = useErrorText()
  const { key, fields: kept, named } = draft ?? { key: '', fields: {} as Kept & Draft }
  const [initial] = useState(() => ({ ...fields, ...readKept(key, kept, named) }))
  const form = useFields<Fields & Kept>({
    initial,
    fieldOf: (error) => (error instanceof CallRefused ? refusals[error.code] : undefined),
    textOf: (error) => textOf?.(error) ?? errorText(error),
    language: i18n.locale,
  })
  useKept(key, kept, form.values)
  return {
    ...form,
    /** Busy until what the work changed is on the screen. */
    submit: async (...[faults, work]: Parameters<typeof form.submit>) =>
      await form.submit(faults, async () => {
        await work()
        await upToDate()
      }),
  }
}

/** The next try is to come with what was read in a picture: who sends one without it tries in vain. */
export function asksForPicture(error: unknown): boolean {
  if (!(error instanceof CallRefused)) return false
  return error.code === 'captcha_required' || error.details['captcha'] === 1
}
