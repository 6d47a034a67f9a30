import { readDepositAddress } from '@btbc/contract/deposit.ts'
import { readOverview, reconcileNow } from '@btbc/contract/operator/reconciliation.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'

import { CONFIRMATIONS } from '#chain/chain.ts'
import type { TestChain } from '#testing/chain.ts'
import { plant, setHeld } from '#testing/custody.ts'
import { inHouse } from '#testing/funds.ts'
import { startHouseOnChain } from '#testing/house-on-chain.ts'
import { deployPayer, payerAbi } from '#testing/odd-contracts.ts'
import { callOperator } from '#testing/operators.ts'
import { ok, type TestServer } from '#testing/server.ts'

import { compareCustody, readCustodyBooks } from './custody.ts'
import { type Comparison, recordComparisons } from './reconciliation.ts'

const { USDT, BNB, BTC } = currencies
const WEI = 10n ** 18n

/** What custody says at a block that is final now, not written down yet. */
async function compareAtNext(server: TestServer, chain: TestChain): Promise<readonly Comparison[]> {
  await chain.mine(CONFIRMATIONS)
  await server.app.chainWorks?.step()
  const books = await readCustodyBooks(server.db, chain)
  const compared = books && (await compareCustody(chain, books))
  if (!compared) throw new Error('custody could not be asked')
  return compared.comparisons
}

test('coins that strangers send to the house are booked to suspense, and nothing stops', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  await compare()
  await chain.sendToken(USDT.id, chain.hotAddress, 5n * WEI + 1n)
  await chain.sendToken(USDT.id, chain.keys.address('minter'), 3n)
  await chain.sendToken(BNB.id, chain.keys.address('treasury'), WEI / 4n)
  const { alerts, stops, checks, arrivals } = await compare()
  expect([alerts, stops, checks.filter(({ agrees }) => !agrees)]).toEqual([[], [], []])
  expect(arrivals.map(({ currency, amount, state }) => [currency, amount, state])).toEqual([
    [BNB.id, '0.25', 'booked'],
    [USDT.id, '0.000000000000000003', 'booked'],
    [USDT.id, '5.000000000000000001', 'booked'],
  ])
  expect(await inHouse(server, 'suspense', USDT.id)).toBe(5n * UNIT)
  expect(await inHouse(server, 'suspense', BNB.id)).toBe(UNIT / 4n)
  // Once, however often it is looked at.
  expect((await compare()).alerts).toEqual([])
  expect(await inHouse(server, 'suspense', USDT.id)).toBe(5n * UNIT)
})

test('BNB that a contract pays to the house is booked to suspense, large sums call operators, and a gap still stops', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  await compare()
  const payer = await deployPayer(chain)
  await chain.sendRaw({ to: payer, value: 4n * WEI })
  const pay = async (value: bigint) => {
    const args = [chain.hotAddress, value] as const
    const data = encodeFunctionData({ abi: payerAbi, functionName: 'payNative', args })
    await chain.sendRaw({ to: payer, data })
  }
  const calls = async () =>
    await server.db
      .selectFrom('outbox')
      .select('recipient')
      .where('subject', 'like', '%unexplained%')
      .execute()
  await pay(50_000_000_001n)
  const small = await compare()
  expect([small.alerts, small.stops]).toEqual([[], []])
  expect(small.arrivals).toMatchObject([{ amount: '0.000000050000000001', address: '' }])
  expect(await calls()).toEqual([])
  await pay(3n * WEI)
  const large = await compare()
  expect([large.alerts, large.stops]).toEqual([[], []])
  expect(await inHouse(server, 'suspense', BNB.id)).toBe(3n * UNIT + 5n)
  expect(await calls()).toHaveLength(2)
  // Two servers find it at a block each before either has written it down: one books it.
  await pay(WEI / 2n)
  const compared = [await compareAtNext(server, chain), await compareAtNext(server, chain)]
  const at = { now: server.clock.now(), wallNow: server.clock.wallNow() }
  for (const comparisons of compared) {
    await server.db.transaction().execute((tx) => recordComparisons(tx, { comparisons, ...at }))
  }
  expect(await inHouse(server, 'suspense', BNB.id)).toBe(3n * UNIT + UNIT / 2n + 5n)
  const agreed = await compare()
  expect([agreed.alerts, agreed.stops]).toEqual([[], []])
  await plant(server, 'chain', 1n)
  expect((await compare()).stops).toMatchObject([{ currency: BTC.id }])
})

test('two comparisons at one moment book an arrival once', async () => {
  const { chain, server, rita } = await startHouseOnChain()
  await chain.sendToken(USDT.id, chain.hotAddress, 5n * WEI)
  await chain.mine(CONFIRMATIONS + 2)
  await server.app.chainWorks?.step()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => callOperator(server, reconcileNow, {}, { as: rita })),
  )
  for (const answer of answers) ok(answer)
  const { stops, alerts } = ok(await callOperator(server, readOverview, {}, { as: rita }))
  expect([stops, alerts]).toEqual([[], []])
  expect(await inHouse(server, 'suspense', USDT.id)).toBe(5n * UNIT)
})

test('a gift hides no gap: less is a stop, and what comes back fills the gap and is booked nowhere', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  await compare()
  await setHeld(chain, -5n * WEI)
  expect((await compare()).stops).toMatchObject([{ currency: USDT.id }])
  await chain.sendToken(USDT.id, chain.hotAddress, 2n * WEI)
  const smaller = await compare()
  expect(smaller.checks.find(({ currency }) => currency === USDT.id)).toMatchObject({
    difference: '-3.00',
    agrees: false,
  })
  await chain.sendToken(USDT.id, chain.hotAddress, 3n * WEI)
  const even = await compare()
  expect(even.checks.filter(({ agrees }) => !agrees)).toEqual([])
  // Only people let withdrawals go again.
  expect(even.stops).toMatchObject([{ currency: USDT.id }])
  expect(even.arrivals.map(({ state }) => state)).toEqual(['found', 'found'])
  expect(await inHouse(server, 'suspense', USDT.id)).toBe(0n)
})

test('what the house sends itself is no arrival', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  const ada = await server.join('ada@example.test')
  const address = ok(await server.call(readDepositAddress, { currency: 3 }, { as: ada }))
  await chain.sendToken(USDT.id, address as Hex, 70n * WEI)
  await chain.sendToken(BNB.id, address as Hex, WEI)
  for (let turn = 0; turn < 4; turn += 1) expect((await compare()).arrivals).toEqual([])
  const swept = await server.db.selectFrom('deposit_sweep').select('state').execute()
  expect(swept.map(({ state }) => state)).toContain('done')
})
