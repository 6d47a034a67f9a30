import { readCoin, readDepositAddress, requestTestCoins } from '@btbc/contract/deposit.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'

import { start } from './testing/start.ts'

const { USDT, BNB } = currencies

test('the address is the same for ever, each member has one, and an unverified one too', async () => {
  const { server, alice, address } = await start()
  const ask = async (as: TestMember, currency: number) =>
    ok(await server.call(readDepositAddress, { currency }, { as }))
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(await ask(alice, BNB.id)).toBe(address)
  const bob = await server.join('bob@example.test')
  await server.db
    .updateTable('member')
    .set({ verified_at: null })
    .where('id', '=', bob.id)
    .execute()
  const all = await Promise.all(Array.from({ length: 16 }, () => ask(bob, USDT.id)))
  expect(new Set(all).size).toBe(1)
  expect(all[0]).not.toBe(address)
  const odd = await server.call(readDepositAddress, { currency: 32 }, { as: bob })
  expect(refusal(odd)).toBe('currency_not_found')
})

test('without a chain nothing is promised', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  for (const call of [readDepositAddress, readCoin, requestTestCoins]) {
    expect(refusal(await server.call(call, { currency: 3 }, { as: alice }))).toBe(
      'chain_unavailable',
    )
  }
})

test('a coin is described with its network, its minimum and what a withdrawal costs', async () => {
  const { server, alice, address, chain } = await start()
  const info = ok(await server.call(readCoin, { currency: 3 }, { as: alice }))
  expect(info).toMatchObject({
    currency: 3,
    name: 'USDT',
    network: 'Local test chain',
    chain_id: 31337,
    contract: chain.coins[USDT.id].address,
    decimals: 18,
    address,
    min: '1.50000000',
    rate: '1',
    deposit_min: '1.00000000',
    confirmations: 12,
    faucet: '1000.00000000',
  })
  const inSpanish = await server.call(readCoin, { currency: 3 }, { as: alice, language: 'spa' })
  expect(ok(inSpanish).network).toBe('Cadena de prueba local')
  const far = { as: alice, headers: { 'x-forwarded-for': '203.0.113.7' } }
  expect(ok(await server.call(readCoin, { currency: 3 }, far)).faucet).toBeNull()
  expect(refusal(await server.call(requestTestCoins, { currency: 3 }, far))).toBe('faucet_closed')
})
