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
  keepAnswer('/wallet/list', {}, { total_usdt: '12.40' })
  expect(keptAnswer('/wallet/list', undefined)?.answer).toEqual({ total_usdt: '12.40' })
  expect(keptAnswer('/wallet/list', {})?.at).toBeGreaterThanOrEqual(before)
})

test('what one member left on a device is not shown to another', () => {
  keepAnswer('/wallet/list', {}, { total_usdt: '12.40' })
  store('user_id', '8')
  expect(keptAnswer('/wallet/list', {})).toBeUndefined()
  keepAnswer('/machine/my', {}, [])
  store('user_id', '7')
  expect(keptAnswer('/wallet/list', {})).toBeUndefined()
})

test('other reads, and parts of lists, are not kept', () => {
  keepAnswer('/user/info', {}, { email: 'ada@example.test' })
  keepAnswer('/wallet/list', { currency: 3 }, {})
  expect([...kept.keys()]).toEqual(['user_id'])
})
