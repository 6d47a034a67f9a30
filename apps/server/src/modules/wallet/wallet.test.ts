import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { ok, startTestServer } from '#testing/server.ts'

const { BTC, BNB, USDT } = currencies

test('four wallets list four coins each, empty ones too', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const wallets = ok(await server.call('/wallet/list', {}, { as: alice }))
  const names = ['BTC', 'USDT', 'BNB', 'BTBC']
  for (const wallet of ['change', 'legal', 'lever', 'micro'] as const) {
    const rows = wallets[`${wallet}_wallet`].balance
    expect(rows.map((row) => row.currency_name)).toEqual(names)
  }
  expect(wallets.legal_wallet.balance[0]).toEqual({
    currency: 1,
    currency_name: 'BTC',
    legal_balance: '0.00000000',
    lock_legal_balance: '0.00000000',
  })
  expect(wallets.change_wallet.balance[3]).toMatchObject({
    currency: 28,
    change_balance: '50.00000000',
  })
})

test('the total is everything at the reference prices, mined and unclaimed BTBC with it', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 10n)
  await give(server, alice.id, BTC.id, 2n)
  await give(server, alice.id, BNB.id, 3n)
  const total = async () => ok(await server.call('/wallet/list', {}, { as: alice })).total_usdt
  // 10 + 2 × 60,000 + 3 × 600 + 50 × 0.80
  expect(await total()).toBe('121850.00000000')
  ok(await server.call('/machine/start_all', {}, { as: alice }))
  await server.pass({ hours: 24 })
  expect(await total()).toBe('121850.01920000')
})
