import { useRef, useState } from 'react'

type Name<Values> = keyof Values & string

/** What is wrong, in words, field by field; `form` is for what belongs to no single one. */
export type Faults<Values> = { readonly [Key in Name<Values> | 'form']?: string | undefined }

type FormOptions<Values> = {
  initial: Values
  /** The field an error is about, if it is about one. */
  fieldOf: (error: unknown) => Name<Values> | undefined
  textOf: (error: unknown) => string
  /** Our own words are found anew when it changes; a refusal is said in it. */
  language?: string
}

type Found<Values> = {
  language: string
  faults: Faults<Values>
  refused?: { at: Name<Values> | 'form'; error: unknown }
}

export type TextField = {
  value: string
  onChange: (event: { target: { value: string } }) => void
  error: string | undefined
}

/** What is typed, what is wrong with it, and the work that is done with it: one at a time. */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { fieldOf, textOf, language = '' } = options
  const [values, setValues] = useState(options.initial)
  const [found, setFound] = useState<Found<Values>>({ language, faults: {} })
  const [shown, setShown] = useState(0)
  const [busy, setBusy] = useState(false)
  const isAtWork = useRef(false)
  const errors = inWords()

  function inWords(): Faults<Values> {
    const { refused } = found
    if (refused) return { [refused.at]: textOf(refused.error) } as Faults<Values>
    return found.language === language ? found.faults : {}
  }

  /** Other values; what is wrong stays said. */
  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }))

  /** Other values for what is still as it was when it was sent; what was typed since stays. */
  const renew = (sent: Values, part: Partial<Values>) =>
    setValues((before) => renewed(before, sent, part))

  /** Fields change, and what was wrong with them is forgotten. */
  function edit(part: Partial<Values>): void {
    set(part)
    const touched = ['form', ...Object.keys(part)]
    const left = Object.entries(errors).filter(([name]) => !touched.includes(name))
    if (left.length < Object.keys(errors).length)
      setFound({ language, faults: Object.fromEntries(left) as Faults<Values> })
  }

  /** Answers whether there was anything to show. */
  function show(faults: Faults<Values>): boolean {
    const isWrong = Object.values(faults).some((text) => text !== undefined)
    setFound({ language, faults })
    if (isWrong) setShown((times) => times + 1)
    return isWrong
  }

  /** An error at its field, or at the form. Answers where. */
  function refuse(error: unknown): Name<Values> | 'form' {
    const at = fieldOf(error) ?? 'form'
    setFound({ language, faults: {}, refused: { at, error } })
    setShown((times) => times + 1)
    return at
  }

  /** Does the work unless something is wrong. Answers where it was refused, if it was. */
  async function attempt(
    faults: Faults<Values>,
    work: () => Promise<unknown>,
  ): Promise<Name<Values> | 'form' | undefined> {
    if (show(faults)) return undefined
    try {
      await work()
      return undefined
    } catch (error) {
      return refuse(error)
    }
  }

  /** The same for the button at the end: busy until it is done, and never twice at once. */
  async function submit(...asked: Parameters<typeof attempt>): ReturnType<typeof attempt> {
    if (isAtWork.current) return undefined
    isAtWork.current = true
    setBusy(true)
    try {
      return await attempt(...asked)
    } finally {
      isAtWork.current = false
      setBusy(false)
    }
  }

  /** A field of text: `<Field {...form.field('name')} />`. */
  function field<Key extends Name<Values>>(
    name: Values[Key] extends string ? Key : never,
  ): TextField {
    return {
      value: String(values[name]),
      onChange: ({ target }) => edit({ [name]: target.value } as Partial<Values>),
      error: errors[name],
    }
  }

  return { values, set, renew, edit, field, errors, shown, show, refuse, busy, attempt, submit }
}

function renewed<Values extends object>(
  before: Values,
  sent: Values,
  part: Partial<Values>,
): Values {
  const asSent = Object.entries(part).filter(([name]) => {
    const key = name as Name<Values>
    return before[key] === sent[key]
  })
  return { ...before, ...Object.fromEntries(asSent) }
}
