import { expect, test } from 'vitest'

import { dayRateOf, faultOf, yieldOf, type Fund } from '#funds/fund.ts'

const fund: Fund = {
  id: 2,
  type: 1,
  rate: '5',
  rate_bps: 500,
  day: 30,
  min: '5.00000000',
  max: '5000.00000000',
  mzx: '5000.00000000',
  enable: true,
  start_at: '2024-01-01T00:00:00.000Z',
  now: '2026-03-01T12:00:00.000Z',
  is_open: true,
  status: null,
  fetch_time: '2026-03-31T12:00:00.000Z',
  reserve_left: '10.00000000',
  covered: '200.00000019',
}

test('what an amount brings is what is posted, floored', () => {
  expect(yieldOf(fund, '100.00000007')).toEqual({ yield: 500_000_000n, day: 16_666_666n })
  expect(dayRateOf(fund)).toBe('0.1666')
})

test('why a fund cannot be bought is known before it is asked for', () => {
  const of = (amount: string) => faultOf(fund, amount, 30_000_000_000n)
  expect([of(''), of('4.99'), of('5000.1'), of('301'), of('201'), of('200')]).toEqual([
    'noAmount',
    'minimum',
    'maximum',
    'notEnough',
    'notCovered',
    undefined,
  ])
})
