import { readProfile } from '@btbc/contract/account.ts'
import { listMachines } from '@btbc/contract/mining.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { beforeEach, expect, test, vi } from 'vitest'

import { keepAnswer, keptAnswer } from '#api/kept.ts'
import { store } from '#storage.ts'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})

beforeEach(() => {
  kept.clear()
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
  expect([...kept.keys()]).toEqual(['user_id'])
})
