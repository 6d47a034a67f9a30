import { lines } from '@btbc/contract/offer.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { wordsToHouse } from './plain-words.ts'

/** Composed and taken apart, longer than written, in another order, and seen by nobody. */
const UNITS = [
  'a',
  '\u01D6',
  '\u1F82',
  '\u0958',
  '\uFB2C',
  '\u{1D15E}',
  '\u0301',
  '\u0323',
  '\u200B',
  '\u034F',
]
const MOST = 12

test('what is kept of a text is never longer than the contract lets it be', () => {
  const written = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: MOST })
  const taken = lines(MOST, 0)
  fc.assert(
    fc.property(written, (text) => {
      const { success, data = '' } = taken.safeParse(text)
      // By code points, as the database counts.
      if (success) expect(Array.from(wordsToHouse(data)).length).toBeLessThanOrEqual(MOST)
    }),
    { numRuns: 1000 },
  )
  expect(taken.safeParse('\u0958'.repeat(MOST / 2)).success).toBe(true)
  expect(taken.safeParse('\u0958'.repeat(MOST / 2 + 1)).success).toBe(false)
})

test('what nobody sees is not kept, and pictures and letters that are joined stay whole', () => {
  expect(wordsToHouse('pa\u00ADy\u3164 \u061Cme\u202E')).toBe('pay me')
  for (const whole of ['❤️', '👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'ক্\u200Dষ']) expect(wordsToHouse(whole)).toBe(whole)
})
