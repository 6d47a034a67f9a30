import { lazy } from 'react'

const importKeypad = () => import('#AmountKeypad.tsx')

/**
 * Our own keypad: the page never jumps for a system keyboard. Hardware keys and pasting work too. Only in
 * sheets, which wait for its code.
 */
export const AmountPad = lazy(async () => ({ default: (await importKeypad()).AmountKeypad }))

// With the screen that has a use for it, and in no screen's way: the first one opens at once.
void importKeypad().catch(() => undefined)
