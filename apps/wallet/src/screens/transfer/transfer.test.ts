import { expect, test } from 'vitest'

import {
  faultOf,
  movedFrom,
  swapped,
  targets,
  type Coin,
  type Draft,
} from '#screens/transfer/transfer.ts'

const none = '0.00000000'
const coin: Coin = {
  id: 3,
  name: 'USDT',
  is_match: 1,
  is_legal: 1,
  is_lever: 0,
  is_micro: 1,
  wallet: {
    change_balance: '10.00000000',
    lock_change_balance: '5.00000000',
    legal_balance: none,
    lock_legal_balance: none,
    lever_balance: '2.00000000',
    lock_lever_balance: none,
    micro_balance: none,
    lock_micro_balance: none,
  },
}
const draft: Draft = { coin, from: 'change', to: 'legal', amount: '' }

test('the same account and one closed for the coin cannot be chosen', () => {
  expect(targets(coin, 'change')).toEqual(['legal', 'micro'])
  expect(targets({ ...coin, is_match: 0 }, 'lever')).toEqual(['change', 'legal', 'micro'])
})

test('what is locked cannot be moved, and nothing is no amount', () => {
  expect(faultOf(draft)).toBe('noAmount')
  expect(faultOf({ ...draft, amount: '0.00' })).toBe('noAmount')
  expect(faultOf({ ...draft, amount: '10.00000001' })).toBe('notEnough')
  expect(faultOf({ ...draft, amount: '10' })).toBeUndefined()
  expect(faultOf({ ...draft, to: 'lever', amount: '1' })).toBe('noTarget')
})

test('accounts change places where the other way is open', () => {
  expect(swapped({ ...draft, amount: '3' })).toEqual({ ...draft, from: 'legal', to: 'change' })
  const fromEarn: Draft = { ...draft, from: 'lever', to: 'change' }
  expect(swapped(fromEarn)).toEqual(fromEarn)
  expect(movedFrom(draft, 'legal')).toEqual({ ...draft, from: 'legal', to: 'change' })
  expect(movedFrom(draft, 'lever')).toEqual({ ...draft, from: 'lever', to: 'legal' })
})
