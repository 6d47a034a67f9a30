import { createContext, useContext } from 'react'

/** The few words the components themselves say. An app gives them in its own language. */
const english = {
  busy: 'Working',
  chooseOne: 'Choose',
  close: 'Close',
  copied: 'Copy successful',
  copy: 'Copy',
  copyFailed: 'copy failed',
  decimalPoint: 'Decimal point',
  deleteDigit: 'Delete the last digit',
  keypad: 'Keypad',
  noMoreDecimals: 'No more decimals fit.',
  notices: 'Messages',
  pasteAmbiguous: 'Which amount did you mean?',
  pasteUnreadable: 'This is not an amount.',
  retry: 'Try again',
  sendCode: 'Send code',
  showPassword: 'Show password',
  skipToContent: 'Skip to content',
  testNote: 'Test funds. Nothing here has real value.',
  testStrip: 'Test funds — no real value',
}

export type Words = typeof english & {
  /** '48 s' on the send button while it waits. */
  resendIn: (seconds: number) => string
  /** BCP-47 tag the amounts are written for. */
  locale: string
}

export const WordsContext = createContext<Words>({
  ...english,
  resendIn: (seconds) => `${seconds} s`,
  locale: 'en',
})

export function useWords(): Words {
  return useContext(WordsContext)
}
