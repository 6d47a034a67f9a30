import { expect, test } from 'vitest'

import { sourcesOf } from '#funds/renewal.ts'

test('an amount comes from Earn, and what that lacks from Spot', () => {
  const of = (earn: string) => sourcesOf('100.00000000', earn)
  expect(of('130.00000000')).toEqual({ earn: 10_000_000_000n, spot: 0n })
  expect(of('99.99999999')).toEqual({ earn: 9_999_999_999n, spot: 1n })
  expect(of('0.00000000')).toEqual({ earn: 0n, spot: 10_000_000_000n })
})
