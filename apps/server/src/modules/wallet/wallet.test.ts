import { placeBuy, placeSell } from '@btbc/contract/exchange.ts'
import { buyLaunches, startRun } from '@btbc/contract/mining.ts'
import {
  explainBalance,
  listCoins,
  listWallets,
  readStatement,
  transferCoins,
} from '@btbc/contract/wallet.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { give as bring } from '@btbc/ledger/testing.ts'
import { parseAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

const { BTC, BNB, USDT } = currencies

test('four wallets list four coins each, empty ones too', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const wallets = ok(await server.call(listWallets, {}, { as: alice }))
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

test('where nothing was traded the total is at the reference prices, unclaimed BTBC with it', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 10n)
  await give(server, alice.id, BTC.id, 2n)
  await give(server, alice.id, BNB.id, 3n)
  const total = async () => ok(await server.call(listWallets, {}, { as: alice })).total_usdt
  // 10 + 2 × 60,000 + 3 × 600 + 50 × 0.80
  expect(await total()).toBe('121850.00000000')
  ok(await server.call(startRun, {}, { as: alice }))
  await server.pass({ hours: 24 })
  expect(await total()).toBe('121850.01920000')
  // More than one column of the books can say, and said all the same.
  const spot = memberAccount(alice.id, 'change', BTC.id)
  await bring(server.db, spot, 2_000_000n * UNIT, server.clock.now())
  expect(await total()).toBe('120000121850.01920000')
})

test('a coin is valued at what was traded lately, which nobody prints with a small trade', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  await give(server, alice.id, USDT.id, 1000n)
  await give(server, bob.id, BNB.id, 2n)
  const trade = async (price: string, num: string) => {
    const order = { legal_id: 3, currency_id: 18, price, num, mode: 2 } as const
    ok(await server.call(placeSell, order, { as: bob }))
    ok(await server.call(placeBuy, order, { as: alice }))
  }
  const total = async () => ok(await server.call(listWallets, {}, { as: alice })).total_usdt
  await trade('500', '1')
  // 500 USDT, 0.999 BNB at 500, 50 BTBC at the reference price of 0.80.
  expect(await total()).toBe('1039.50000000')
  await trade('10000', '0.01')
  // 400 USDT, 1.00899 BNB at 600 / 1.01: what both trades came to.
  expect(await total()).toBe('1039.39999999')
  await server.pass({ minutes: 11 })
  // Long ago nobody knows: the reference price of 600.
  expect(await total()).toBe('1045.39400000')
  // Alone in its ten minutes, a price still counts no further than half the reference, or twice it.
  await trade('20000', '0.01')
  expect(await total()).toBe('1462.77600000')
})

const spotToP2p = { from_field: 'change', to_field: 'legal', currency_id: 3 } as const

test('a transfer between own wallets is at once and free', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 10n)
  ok(await server.call(transferCoins, { ...spotToP2p, number: '2.5' }, { as: alice }))
  ok(
    await server.call(
      transferCoins,
      { from_field: 'legal', to_field: 'micro', currency_id: 3, number: '1' },
      { as: alice },
    ),
  )
  const usdt = await coinOf(server, alice, 'USDT')
  expect(usdt).toMatchObject({ is_match: 1, is_legal: 1, is_lever: 1, is_micro: 1 })
  expect(usdt?.wallet).toMatchObject({
    change_balance: '7.50000000',
    legal_balance: '1.50000000',
    micro_balance: '1.00000000',
    lever_balance: '0.00000000',
    lock_change_balance: '0.00000000',
  })
})

const refused = [
  ['no amount', {}, 'amount_required', 'Please enter the amount'],
  ['an empty amount', { number: '' }, 'amount_required', 'Please enter the amount'],
  ['nothing', { number: '0.00' }, 'amount_required', 'Please enter the amount'],
  [
    'the same wallet',
    { number: '1', to_field: 'change' },
    'same_account',
    'From and to accounts must differ',
  ],
  ['more than there is', { number: '10.00000001' }, 'insufficient_balance', undefined],
  ['the bank unit', { number: '1', currency_id: 32 }, 'currency_not_found', undefined],
  ['launches', { number: '1', currency_id: 1001 }, 'currency_not_found', undefined],
  ['nine decimals', { number: '1.000000001' }, 'invalid_request', undefined],
  ['a negative amount', { number: '-1' }, 'invalid_request', undefined],
] as const

test('a transfer of nothing, of too much, to the same wallet or of what is no coin is refused', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 10n)
  for (const [what, odd, code, text] of refused) {
    const answer = await server.call(transferCoins, { ...spotToP2p, ...odd }, { as: alice })
    expect(refusal(answer), what).toBe(code)
    if (text !== undefined) expect(answer.message).toBe(text)
  }
  expect((await coinOf(server, alice, 'USDT'))?.wallet.change_balance).toBe('10.00000000')
})

test('of 32 transfers at once that together exceed the balance, as many happen as it covers', async () => {
  const server = await startTestServer({ rateLimits: false })
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 10n)
  const answers = await Promise.all(
    Array.from({ length: 32 }, () =>
      server.call(transferCoins, { ...spotToP2p, number: '3' }, { as: alice }),
    ),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(3)
  const usdt = await coinOf(server, alice, 'USDT')
  expect(usdt?.wallet).toMatchObject({ change_balance: '1.00000000', legal_balance: '9.00000000' })
})

test('a transfer repeated under its Idempotency-Key happens once', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 10n)
  const key = newKey()
  for (let n = 0; n < 3; n += 1) {
    ok(await server.call(transferCoins, { ...spotToP2p, number: '3' }, { as: alice, key }))
  }
  expect((await coinOf(server, alice, 'USDT'))?.wallet.legal_balance).toBe('3.00000000')
})

test('a wallet closed for a coin takes nothing more in and gives everything out', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 10n)
  ok(await server.call(transferCoins, { ...spotToP2p, number: '4' }, { as: alice }))
  await server.db
    .updateTable('coin_wallets')
    .set({ is_legal: false, is_match: false })
    .where('currency', '=', USDT.id)
    .execute()
  expect(await coinOf(server, alice, 'USDT')).toMatchObject({ is_legal: 0, is_match: 0 })
  const more = await server.call(transferCoins, { ...spotToP2p, number: '1' }, { as: alice })
  expect(refusal(more)).toBe('wallet_closed')
  const out = { from_field: 'legal', to_field: 'change', currency_id: 3, number: '4' } as const
  ok(await server.call(transferCoins, out, { as: alice }))
})

test('a statement carries the balance from line to line, and its explanation adds up to it', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 100n)
  ok(await server.call(buyLaunches, { times: 7 }, { as: alice }))
  ok(await server.call(transferCoins, { ...spotToP2p, number: '3' }, { as: alice }))
  const order = { legal_id: 3, currency_id: 18, price: '500', num: '0.1', mode: 2 } as const
  ok(await server.call(placeBuy, order, { as: alice }))

  const account = { wallet: 'change', currency: 3 } as const
  const statement = ok(await server.call(readStatement, account, { as: alice }))
  expect(statement.list.map(({ info, value, balance }) => [info, value, balance])).toEqual([
    ['Transfer between own wallets', '-3.00000000', '90.00000000'],
    ['Starts bought', '-7.00000000', '93.00000000'],
    ['Sample balance', '100.00000000', '100.00000000'],
  ])
  expect(statement).toMatchObject({ total: 3, page: 1, limit: 20 })
  const second = { ...account, limit: 1, page: 2 }
  const page = ok(await server.call(readStatement, second, { as: alice }))
  expect(page.list).toEqual([statement.list[1]])

  const explained = ok(await server.call(explainBalance, account, { as: alice }))
  expect(explained).toMatchObject({ available: '40.00000000', locked: '50.00000000' })
  expect(explained.groups.map(({ kind, count }) => [kind, count])).toEqual([
    ['genesis.sample_granted', 1],
    ['launch.bought', 1],
    ['order.held', 1],
    ['transfer.own', 1],
  ])
  const sum = (part: 'available' | 'locked') =>
    explained.groups.reduce((all, group) => all + signed(group[part]), 0n)
  expect(sum('available')).toBe(signed(explained.available))
  expect(sum('locked')).toBe(signed(explained.locked))
})

test('a statement is of one’s own account and of a coin there is', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  await give(server, alice.id, USDT.id, 100n)
  const account = { wallet: 'change', currency: 3 } as const
  expect(ok(await server.call(readStatement, account, { as: bob }))).toMatchObject({
    list: [],
    total: 0,
  })
  expect(ok(await server.call(explainBalance, account, { as: bob })).groups).toEqual([])
  const odd = { ...account, currency: 1001 }
  for (const call of [readStatement, explainBalance]) {
    expect(refusal(await server.call(call, odd, { as: bob }))).toBe('currency_not_found')
  }
})

async function coinOf(server: TestServer, as: { token: string }, name: string) {
  const coins = ok(await server.call(listCoins, {}, { as }))
  return coins.find((coin) => coin.name === name)
}

function signed(amount: string): bigint {
  const units = parseAmount(amount.replace('-', '')) ?? 0n
  return amount.startsWith('-') ? -units : units
}
