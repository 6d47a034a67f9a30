import { WordsContext, type Words as WordsOfUi } from '@btbc/ui/words.ts'
import { I18nProvider, useLingui } from '@lingui/react'
import { useMemo, type ReactNode } from 'react'

import { i18n, languages } from '#i18n/language.ts'
import { say, type TextKey } from '#i18n/text.ts'

/** Gives the app its language, and the shared components theirs. */
export function Words({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <ComponentWords>{children}</ComponentWords>
    </I18nProvider>
  )
}

const keys: Record<Exclude<keyof WordsOfUi, 'locale' | 'resendIn'>, TextKey> = {
  busy: 'shell.busy',
  chooseOne: 'shell.chooseOne',
  close: 'shell.close',
  copied: 'shell.copy',
  copy: 'shell.copyLabel',
  copyFailed: 'shell.uncopy',
  decimalPoint: 'shell.decimalPoint',
  deleteDigit: 'shell.deleteDigit',
  keypad: 'shell.keypad',
  noMoreDecimals: 'shell.noMoreDecimals',
  notices: 'shell.notices',
  pasteAmbiguous: 'shell.pasteAmbiguous',
  pasteUnreadable: 'shell.pasteUnreadable',
  retry: 'shell.retry',
  sendCode: 'shell.sendCode',
  showPassword: 'shell.showPassword',
  skipToContent: 'shell.skipToContent',
  testNote: 'shell.testNote',
  testStrip: 'shell.testStrip',
}

function ComponentWords({ children }: { children: ReactNode }) {
  const language = useLingui().i18n.locale as keyof typeof languages
  const words = useMemo<WordsOfUi>(() => {
    const named = Object.fromEntries(
      Object.entries(keys).map(([word, key]) => [word, say(key)]),
    ) as Record<keyof typeof keys, string>
    return {
      ...named,
      resendIn: (seconds) => say('shell.resendIn', { seconds }),
      locale: languages[language].tag,
    }
  }, [language])
  return <WordsContext value={words}>{children}</WordsContext>
}
