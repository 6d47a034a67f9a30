import { readProfile } from '@btbc/contract/account.ts'
import { listMachines } from '@btbc/contract/mining.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { beforeEach, expect, test } from 'vitest'

import { keepAnswer, keptAnswer } from '#api/kept.ts'
import { forget, store, stored } from '#storage.ts'

beforeEach(() => {
  forget('last_seen')
  store('user_id', '7')
})

test('the last balances are known without a network, and from when they are', () => {
  const before = Date.now()
  keepAnswer(listWallets, {}, { total_usdt: '12.40' })
  expect(keptAnswer(listWallets, undefined)?.answer).toEqual({ total_usdt: '12.40' })
  expect(keptAnswer(listWallets, {})?.at).toBeGreaterThanOrEqual(before)
})

test('what one member left on a device is not shown to another', () => {
  keepAnswer(listWallets, {}, { total_usdt: '12.40' })
  store('user_id', '8')
  expect(keptAnswer(listWallets, {})).toBeUndefined()
  keepAnswer(listMachines, {}, [])
  store('user_id', '7')
  expect(keptAnswer(listWallets, {})).toBeUndefined()
})

test('other reads, and parts of lists, are not kept', () => {
  keepAnswer(readProfile, {}, { email: 'ada@example.test' })
  keepAnswer(listWallets, { currency: 3 }, {})
  expect(stored('last_seen')).toBeUndefined()
})
