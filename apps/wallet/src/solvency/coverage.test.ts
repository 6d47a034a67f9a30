import { expect, test } from 'vitest'

import { coverageOf } from '#solvency/coverage.ts'

const btbc = {
  currency: 28,
  currency_name: 'BTBC',
  owed: { available: '100.00000000', held: '5.00000000', unclaimed: '0.00000001' },
  reserves: { 'pool:mining': '895.00000000', 'reserve:run': '9.99999999' },
  promises: '9.99999999',
  custody: '1010.00000000',
  custody_source: 'books',
  issued: '1010.00000000',
  agrees: true,
}

test('what is owed, promised and left to the house adds up to what stands behind it', () => {
  expect(coverageOf(btbc)).toMatchObject({
    owed: '105.00000001',
    promised: '9.99999999',
    house: '895.00000000',
    backing: '1010.00000000',
    isIssue: true,
    covered: true,
  })
})

test('what is on its way is not the house’s, and covers nothing of what members are owed', () => {
  const { reserves } = btbc
  const leaving = {
    ...btbc,
    reserves: { ...reserves, 'pool:mining': '795.00000000', suspense: '100.00000000' },
  }
  expect(coverageOf(leaving)).toMatchObject({
    underWay: '100.00000000',
    house: '795.00000000',
    covered: true,
  })
  expect(coverageOf({ ...leaving, custody: '215.00000000' }).covered).toBe(true)
  expect(coverageOf({ ...leaving, custody: '214.99999999' }).covered).toBe(false)
})

test('one unit less than owed and promised is not covered, whatever the server says', () => {
  expect(coverageOf({ ...btbc, custody: '115.00000000' }).covered).toBe(true)
  expect(coverageOf({ ...btbc, custody: '114.99999999' }).covered).toBe(false)
  expect(coverageOf({ ...btbc, custody: '-1.00000000' }).covered).toBe(false)
})
