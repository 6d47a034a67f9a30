import { lazy } from 'react'

const importKeypad = () => import('#AmountKeypad.tsx')

/**
 * Our own keypad: the page never jumps for a system keyboard. Hardware keys and pasting work too. Only in
 * sheets, which wait for its code.
 */
export const AmountPad = lazy(async () => ({ default: (await importKeypad()).AmountKeypad }))

/** Fetches the code while nothing else happens, so that the first one opens at once. */
export function prefetchAmountPad(): void {
  void importKeypad().catch(() => undefined)
}
