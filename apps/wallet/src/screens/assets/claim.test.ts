import { expect, test } from 'vitest'

import { reckonClaim } from './claim.ts'

const fees = { USDT: '10.00000000', BTBC: '12.50000000' }

test('a fee in USDT leaves the claim whole, one in BTBC is taken from it', () => {
  expect(reckonClaim('20.00000000', fees, 'USDT')).toMatchObject({ net: '20.00000000' })
  expect(reckonClaim('20.00000000', fees, 'BTBC')).toMatchObject({
    fee: '12.50000000',
    net: '7.50000000',
    isWorthLess: false,
    isEatenUp: false,
  })
})

test('a claim that is worth less than its fee is told, and one that the fee would eat up stopped', () => {
  expect(reckonClaim('3', fees, 'USDT')).toMatchObject({ isWorthLess: true, isEatenUp: false })
  expect(reckonClaim('12.5', fees, 'BTBC')).toMatchObject({
    isEatenUp: true,
    net: '0.00000000',
  })
})

test('the first claim is free', () => {
  const free = { USDT: '0.00000000', BTBC: '0.00000000' }
  expect(reckonClaim('0.024', free, 'BTBC')).toMatchObject({
    isFree: true,
    isEatenUp: false,
    isWorthLess: false,
    net: '0.02400000',
  })
})
