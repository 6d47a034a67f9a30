import { expect, test } from 'vitest'

import { readConfig } from '#config.ts'

const NAMES =
  'HOST PORT PUBLIC_URL DATABASE_URL DATABASE_APP_URL MAIL_URL MAIL_FROM SMS_URL PUSH_ORIGIN GATEWAY_URL GATEWAY_KEY GATEWAY_PORT BTBC_DATA_DIR BTBC_SAMPLE BTBC_LIQUIDITY BTBC_TIME_MACHINE BTBC_RATE_LIMITS BTBC_SENDS_PER_HOUR BTBC_SENDS_PER_DAY CHAIN_RPC_URL CHAIN_SEED CHAIN_USDT CHAIN_BTC CHAIN_BTBC BTBC_PEPPER BTBC_ARGON2_MIB TRUST_PROXY LOG_LEVEL METRICS_PORT'

test('a variable that is empty is one that is not set', () => {
  const plain = readConfig({})
  expect(plain).toMatchObject({ port: 3000, metricsPort: undefined })
  for (const name of NAMES.split(' ')) expect(readConfig({ [name]: '' }), name).toEqual(plain)
})
