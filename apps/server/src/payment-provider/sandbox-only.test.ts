import { expect, test } from 'vitest'

import { readConfig } from '#config.ts'

const KEY = 'sk_test_0123456789abcdef'

test.each([
  ['http://127.0.0.1:4000', KEY],
  ['http://localhost:4000', KEY],
  ['https://pay.example.test', KEY],
  ['https://sandbox.provider.example', KEY],
  ['https://house.example/provider', KEY],
])('%s is a sandbox', (GATEWAY_URL, GATEWAY_KEY) => {
  const config = readConfig({
    GATEWAY_URL,
    GATEWAY_KEY,
    PUBLIC_URL: 'https://house.example',
    HOST: '0.0.0.0',
  })
  expect(config.gateway).toEqual({ url: GATEWAY_URL, key: GATEWAY_KEY })
})

test.each([
  ['a live key', 'http://127.0.0.1:4000', 'sk_live_0123456789abcdef', 'sk_live'],
  ['a live key without an address', '', 'sk_live_0123456789abcdef', 'sk_live'],
  [
    'a key of another kind',
    'http://127.0.0.1:4000',
    'rk_0123456789abcdef01234567',
    'only test keys',
  ],
  ['a short key', 'http://127.0.0.1:4000', 'sk_test_1', 'at least 24'],
  ['an address without a key', 'http://127.0.0.1:4000', '', 'GATEWAY_KEY'],
  ['a live host', 'https://api.provider.example', KEY, 'api.provider.example'],
  [
    'a live host that looks like loopback',
    'https://127.0.0.1.provider.example',
    KEY,
    'not on the list',
  ],
  [
    'a live host that contains sandbox',
    'https://api.sandbox.provider.example',
    KEY,
    'not on the list',
  ],
  ['a sandbox host without https', 'http://sandbox.provider.example', KEY, 'not on the list'],
  ['an address with a password', 'https://a:b@sandbox.provider.example', KEY, 'not on the list'],
  ['no web address', 'ftp://127.0.0.1/', KEY, 'not on the list'],
])('%s refuses the start with the reason', (_, GATEWAY_URL, GATEWAY_KEY, reason) => {
  expect(() => readConfig({ GATEWAY_URL, GATEWAY_KEY })).toThrow(reason)
})
