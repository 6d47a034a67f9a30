import { displayAmount, type AmountDisplay } from '@btbc/ui/display-amount.ts'
import { useLingui } from '@lingui/react'

import { currentLanguage, languages } from '#i18n/language.ts'

/** Formatters of the language on screen; money comes as the exact strings of the wire. */
export function useFormats() {
  // Subscribes to the language.
  const { i18n } = useLingui()
  return formatsFor(
    languages[i18n.locale as keyof typeof languages]?.tag ?? languages[currentLanguage()].tag,
  )
}

export type Formats = {
  amount: (amount: string, options?: Omit<AmountDisplay, 'locale'>) => string
  count: (count: number) => string
  /** Day and minute, in the zone of the device. */
  dateTime: (at: string) => string
  date: (at: string) => string
  time: (at: string | number) => string
}

const made = new Map<string, Formats>()

function formatsFor(tag: string): Formats {
  let formats = made.get(tag)
  if (!formats) {
    formats = makeFormats(tag)
    made.set(tag, formats)
  }
  return formats
}

function makeFormats(tag: string): Formats {
  const latin = `${tag}-u-nu-latn`
  const count = new Intl.NumberFormat(latin, { useGrouping: 'always' })
  const dateTime = new Intl.DateTimeFormat(latin, { dateStyle: 'medium', timeStyle: 'short' })
  const date = new Intl.DateTimeFormat(latin, { dateStyle: 'medium' })
  const time = new Intl.DateTimeFormat(latin, { timeStyle: 'short' })
  return {
    amount: (amount, options = {}) => displayAmount(amount, { locale: tag, ...options }),
    count: (value) => count.format(value),
    dateTime: (at) => dateTime.format(new Date(at)),
    date: (at) => date.format(new Date(at)),
    time: (at) => time.format(new Date(at)),
  }
}
