import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'
import { type Address } from 'viem'

import { balanceOnChain, type CoinId, coinIds, houseKeys } from '#chain/chain.ts'
import { readHead } from '#chain/head.ts'
import { pinChain } from '#chain/pin.ts'
import { toUnits } from '#chain/units.ts'
import { startTestChain, type TestChain } from '#testing/chain.ts'
import { deployOddToken } from '#testing/odd-contracts.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

import { giveAddress } from './address.ts'
import { type Scenario, scenarios, type World } from './scenarios.ts'
import { createDepositWatch } from './watch.ts'

/** `npm test` plays every tenth scenario; `npm run campaign -- chain` all of them. */

const { USDT, BNB } = currencies
const STEP = process.env['BTBC_CAMPAIGN'] === '1' ? 1 : 10
const SETTLING_BLOCKS = 30
/** Each has a node, a database and a server of its own. */
const MS_MAX = 240_000

type Opened = World & { server: TestServer; members: { member: number; other: number } }

async function open({ pinned }: Scenario): Promise<Opened> {
  const chain = await withPinned(await startTestChain(), pinned)
  // No chain of the server's own: the only watcher is the one that the scenario turns.
  const server = await startTestServer()
  const { db, clock } = server
  await pinChain(db, chain, clock.now())
  const member = (await server.join('alice@example.test')).id
  const other = (await server.join('bob@example.test')).id
  const addressFor = (memberId: number) =>
    db
      .transaction()
      .execute((tx) => giveAddress(tx, { memberId, chain, now: clock.now() }))
      .then((address) => address as Address)
  const address = await addressFor(member)
  const otherAddress = await addressFor(other)
  const watch = createDepositWatch({ db, chain, report: () => undefined })
  const look = async () =>
    watch.run({ now: clock.now(), wallNow: clock.wallNow(), head: await readHead(chain) })
  await look()
  return { chain, server, members: { member, other }, address, other: otherAddress, look }
}

async function withPinned(chain: TestChain, pinned: Scenario['pinned']): Promise<TestChain> {
  if (!pinned) return chain
  const address = await deployOddToken(chain, pinned)
  const coins = { ...chain.coins, [USDT.id]: { kind: 'token', address, decimals: 18 } as const }
  return { ...chain, coins, fromBlock: await chain.rpc.getBlockNumber() }
}

async function owned({ db }: TestServer, memberId: number, currency: CurrencyId): Promise<bigint> {
  return (await balanceOf(db, memberAccount(memberId, 'change', currency))).available
}

/** What all our addresses hold at the final block, against what the books say they do. */
async function expectReconciled(world: Opened): Promise<void> {
  const { chain, server, address, other } = world
  const { final } = await readHead(chain)
  const ours = [...houseKeys.map((name) => chain.keys.address(name)), address, other]
  for (const coin of coinIds) {
    const held = await Promise.all(ours.map((each) => balanceAt(chain, coin, each, final)))
    const custody = held.reduce((sum, each) => sum + each, 0n)
    const { available } = await balanceOf(server.db, houseAccount('chain', coin))
    // What each transfer has below a unit stays on the chain and never reaches the books.
    const below = toUnits(custody) + available
    expect(below, `coin ${coin}`).toBeGreaterThanOrEqual(0n)
    expect(below, `coin ${coin}`).toBeLessThanOrEqual(1n)
  }
}

async function balanceAt(
  chain: TestChain,
  coin: CoinId,
  address: Address,
  blockNumber: bigint,
): Promise<bigint> {
  return await balanceOnChain(chain, { coin, address, blockNumber })
}

const units = (coins = 0) => parseAmount(String(coins)) ?? 0n

const played = scenarios.filter((_, n) => n % STEP === 0)

test.each(played)(
  '$name',
  async (scenario) => {
    const world = await open(scenario)
    const { chain, server, members, look } = world
    const outcome = await scenario.play(world)
    await chain.mine(SETTLING_BLOCKS)
    await look()
    await look()
    const { db } = server
    const watch = await db.selectFrom('deposit_watch').selectAll().executeTakeFirstOrThrow()
    expect(watch.halted_reason !== null, watch.halted_reason ?? '').toBe(outcome.halts ?? false)
    expect(await owned(server, members.member, USDT.id)).toBe(units(outcome.usdt))
    expect(await owned(server, members.member, BNB.id)).toBe(units(outcome.bnb))
    if (outcome.otherUsdt !== undefined)
      expect(await owned(server, members.other, USDT.id)).toBe(units(outcome.otherUsdt))
    // I10: each transfer at most once, and credited is what the rows say was credited.
    const rows = await db
      .selectFrom('deposit')
      .selectAll()
      .where('state', '=', 'credited')
      .execute()
    const places = rows.map((row) => `${row.tx_hash} ${row.ordinal}`)
    expect(new Set(places).size).toBe(places.length)
    const sums = await Promise.all(
      [USDT.id, BNB.id].map(async (currency) => ({
        rows: rows
          .filter((row) => row.currency === currency)
          .reduce((sum, { amount }) => sum + amount, 0n),
        books:
          (await owned(server, members.member, currency)) +
          (await owned(server, members.other, currency)),
      })),
    )
    for (const sum of sums) expect(sum.rows).toBe(sum.books)
    if (outcome.halts !== true && scenario.pinned === undefined) await expectReconciled(world)
  },
  MS_MAX,
)

test.each([0, 6, 8])(
  'a token of %i decimals cannot be pinned',
  async (decimals) => {
    const chain = await withPinned(await startTestChain(), { decimals })
    const server = await startTestServer()
    await expect(pinChain(server.db, chain, server.clock.now())).rejects.toThrow(
      `has ${decimals} decimals, and 18 are needed`,
    )
  },
  MS_MAX,
)
