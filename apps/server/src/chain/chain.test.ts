import { readFileSync } from 'node:fs'

import { readSolvency } from '@btbc/contract/solvency.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { balanceOnChain, CONFIRMATIONS, custodyOfHouse, nameOfChain } from './chain.ts'
import artifacts from './contracts/artifacts.json' with { type: 'json' }
import { openKeys } from './keys.ts'
import { comparePin, pinChain, readPin } from './pin.ts'
import { mintAbi, takeAbi, tokenAbi } from './token.ts'
import { toChain, toUnits } from './units.ts'
import { openingCustody } from './opening-custody.ts'
import { startTestChain } from '#testing/chain.ts'
import { ARTIFACTS_FILE, compileContracts } from '#testing/compile-contracts.ts'
import { ok, startTestServer } from '#testing/server.ts'

const { BTC, USDT, BNB, BTBC } = currencies

test('the committed contracts are what the sources compile to', () => {
  expect(compileContracts()).toEqual(JSON.parse(readFileSync(ARTIFACTS_FILE, 'utf8')))
})

test('what is called on a contract is in it', () => {
  const named = (abi: readonly { type: string; name?: string }[]) =>
    abi.filter(({ type }) => type === 'function' || type === 'event').map(({ name }) => name)
  for (const name of ['TestUSDT', 'TestBTC', 'BTBC'] as const) {
    expect(named(artifacts[name].abi)).toEqual(expect.arrayContaining(named(tokenAbi)))
  }
  expect(named(artifacts.BTBC.abi)).toEqual(expect.arrayContaining(named(mintAbi)))
  expect(named(artifacts.TestUSDT.abi)).toEqual(expect.arrayContaining(named(takeAbi)))
  expect(named(artifacts.BTBC.abi)).not.toContain('take')
})

test('custody holds what the books say from the first block on, to the last unit', async () => {
  const chain = await startTestChain()
  const server = await startTestServer({}, { chain })
  expect(await custodyOfHouse(chain)).toEqual(openingCustody)
  const books = ok(await server.call(readSolvency)).currencies
  expect(books.find((row) => row.currency === USDT.id)?.custody).toBe('10000000.00000000')
  expect(openingCustody).toEqual({
    [BTC.id]: 100n * UNIT,
    [USDT.id]: 10_000_000n * UNIT,
    [BNB.id]: 10_000n * UNIT,
    [BTBC.id]: 0n,
  })
})

test('nobody can mint BTBC but the minter, and the minter no more than the cap', async () => {
  const chain = await startTestChain()
  const { address } = chain.coins[BTBC.id]
  const minter = chain.keys.address('minter')
  const mint = (account: `0x${string}`, amount: bigint) =>
    chain.rpc.simulateContract({
      account,
      address,
      abi: mintAbi,
      functionName: 'mint',
      args: [minter, amount],
    })
  await mint(minter, 10n ** 27n)
  await expect(mint(minter, 10n ** 27n + 1n)).rejects.toThrow()
  await expect(mint(chain.outside.address, 1n)).rejects.toThrow()
})

test('a coin from outside is mined when the test says so, and a reorg takes it back', async () => {
  const chain = await startTestChain()
  const address = chain.depositAddress(7)
  const before = await chain.rpc.getBlockNumber()
  for (const coin of [BTC.id, USDT.id, BNB.id, BTBC.id] as const) {
    await chain.sendToken(coin, address, toChain(3n * UNIT))
    expect(await balanceOnChain(chain, { coin, address })).toBe(toChain(3n * UNIT))
  }
  await chain.mine(CONFIRMATIONS)
  const height = await chain.rpc.getBlockNumber()
  await chain.reorg(Number(height - before))
  expect(await chain.rpc.getBlockNumber()).toBe(height)
  expect(await balanceOnChain(chain, { coin: USDT.id, address })).toBe(0n)
})

test('a seed gives the same addresses for ever, each with its own', () => {
  const seed = Buffer.alloc(32, 7)
  const keys = openKeys(seed)
  const again = openKeys(seed)
  const names = ['hot', 'treasury', 'minter', 'deposit:0', 'deposit:1', 'deposit:999999'] as const
  const addresses = names.map((name) => keys.address(name))
  expect(names.map((name) => again.address(name))).toEqual(addresses)
  expect(new Set(addresses).size).toBe(names.length)
  expect(() => keys.address('deposit:-1')).toThrow()
  expect(openKeys(Buffer.alloc(32, 8)).address('hot')).not.toBe(addresses[0])
})

test('units of the books and of the chain differ by ten decimals, floored', () => {
  expect(toChain(1n)).toBe(10_000_000_000n)
  expect(toUnits(toChain(123n) + 9_999_999_999n)).toBe(123n)
})

test('a chain that is not for tests is refused by name', () => {
  expect([31_337, 1337, 97, 11_155_111].map(nameOfChain)).toEqual([
    'Local test chain',
    'Local test chain',
    'BSC testnet',
    'Sepolia testnet',
  ])
  for (const id of [1, 56, 137, 0]) expect(() => nameOfChain(id)).toThrow('is not a test chain')
})

test('books keep to the chain, the seed and the coins they began with', async () => {
  const chain = await startTestChain()
  const server = await startTestServer({}, { chain })
  const pin = await readPin(server.db)
  if (!pin) throw new Error('the chain was not pinned')
  expect(pin.coins).toEqual(chain.coins)
  await pinChain(server.db, chain, server.clock.now())
  expect(() => comparePin(pin, { ...chain, chainId: 97 })).toThrow('belong to chain 31337')
  const other = openKeys(Buffer.alloc(32, 1)).address('hot')
  expect(() => comparePin(pin, { ...chain, hotAddress: other })).toThrow('restore chain.seed')
  const coins = { ...chain.coins, [USDT.id]: chain.coins[BTC.id] }
  expect(() => comparePin(pin, { ...chain, coins })).toThrow('is pinned to')
  const elsewhere = { kind: 'token', address: chain.outside.address, decimals: 18 } as const
  const nowhere = { ...chain, coins: { ...chain.coins, [USDT.id]: elsewhere } }
  await expect(pinChain(server.db, nowhere, server.clock.now())).rejects.toThrow('has no contract')
})
