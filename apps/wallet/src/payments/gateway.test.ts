import { expect, test } from 'vitest'

import { isPaymentPage, platformsFor, type Platform } from './gateway.ts'

const platform = (api: Platform['api'], code: string): Platform => ({
  api,
  code,
  name: code,
  min: '5.00000000',
  max: '2000.00000000',
  asks_account: false,
})
const all = [
  platform('/pay/recharge', 'sandboxpay'),
  platform('/pay/bkash', 'bkash'),
  platform('/pay/bkash', 'nagad'),
]

test('a link chooses among the methods, and one that names another path leads nowhere', () => {
  const codes = (search: Parameters<typeof platformsFor>[1]) =>
    platformsFor(all, search).map(({ code }) => code)
  expect(codes({})).toEqual(['sandboxpay', 'bkash', 'nagad'])
  expect(codes({ api: '/pay/bkash' })).toEqual(['bkash', 'nagad'])
  expect(codes({ api: '/pay/bkash', code: 'nagad' })).toEqual(['nagad'])
  for (const api of [
    '/pay/withdraw',
    '/pay/bkash/',
    'pay/bkash',
    '/pay/../user/logout',
    'https://evil.test/pay/bkash',
    '//evil.test',
    'constructor',
  ]) {
    expect(codes({ api })).toEqual([])
  }
})

test('only https and this machine are payment pages', () => {
  for (const page of [
    'https://pay.test/x',
    'http://127.0.0.1:4000/checkout',
    'http://localhost/',
  ]) {
    expect(isPaymentPage(page)).toBe(true)
  }
  for (const page of [
    'http://pay.test/',
    'javascript:alert(1)',
    '/checkout',
    '',
    'http://127.0.0.1.evil.test/',
  ]) {
    expect(isPaymentPage(page)).toBe(false)
  }
})
