import { expect, test } from 'vitest'

import { reckonClaim } from './claim.ts'

const fees = { USDT: '10.00000000', BTBC: '12.50000000' }
const usual = { fees, laterFees: fees }

test('a fee in USDT leaves the claim whole, one in BTBC is taken from it', () => {
  expect(reckonClaim('20.00000000', usual, 'USDT')).toMatchObject({ net: '20.00000000' })
  expect(reckonClaim('20.00000000', usual, 'BTBC')).toMatchObject({
    fee: '12.50000000',
    net: '7.50000000',
    isWorthLess: false,
    isEatenUp: false,
  })
})

test('a claim that is worth less than its fee is told, and one that the fee would eat up stopped', () => {
  expect(reckonClaim('3', usual, 'USDT')).toMatchObject({ isWorthLess: true, isEatenUp: false })
  expect(reckonClaim('12.5', usual, 'BTBC')).toMatchObject({
    isEatenUp: true,
    net: '0.00000000',
  })
})

test('the first claim is free, and told when it is spent on less than it saves', () => {
  const free = { USDT: '0.00000000', BTBC: '0.00000000' }
  const first = { fees: free, laterFees: fees }
  expect(reckonClaim('0.024', first, 'BTBC')).toMatchObject({
    isFree: true,
    isEatenUp: false,
    isWorthLess: false,
    isWasted: true,
    net: '0.02400000',
  })
  expect(reckonClaim('12.5', first, 'USDT').isWasted).toBe(false)
})
