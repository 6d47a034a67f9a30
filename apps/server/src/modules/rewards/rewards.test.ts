import { readLaunches, startRun } from '@btbc/contract/mining.ts'
import { listPools, proposeFunding } from '@btbc/contract/operator/pool.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import {
  claimOutput,
  readOutput,
  readWithdrawable,
  synchroniseOutput,
} from '@btbc/contract/rewards.ts'
import { type Db, openDatabase } from '@btbc/database/database.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf, totals } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { formatAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { balanceOnChain, CONFIRMATIONS, custodyOfHouse } from '#chain/chain.ts'
import { readHead } from '#chain/head.ts'
import { toChain } from '#chain/units.ts'
import { booksOfCustody, startTestChain, type TestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { inTx, killed } from '#testing/kills.ts'
import { callOperator, hire } from '#testing/operators.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'
import { countHeldUp, holdOpen, waitForWaiting } from '#testing/waiting.ts'

import { lockStanding } from './claims.ts'
import { claimRewards } from './rewards.claiming.ts'
import { carryMinted, mintingWork } from './rewards.mint.ts'

const { BTBC, USDT } = currencies
const GENESIS_ON_CHAIN = 10_110_000n * UNIT

test('what existed at genesis is minted with the first batch, all but what is not mined yet', async () => {
  const { server, chain } = await start()
  await settle(server, chain)
  const held = await balanceOnChain(chain, { coin: BTBC.id, address: chain.hotAddress })
  expect(held).toBe(toChain(GENESIS_ON_CHAIN))
  expect((await booksOfCustody(server.db))[BTBC.id]).toBe(GENESIS_ON_CHAIN)
  expect(await issuedAlone(server)).toBe(1_000_000n * UNIT)
  await reconciled(server, chain)
})

test('what is minted counts for the maximum supply, in older books too, and at the maximum all that is mined can still be claimed', async () => {
  const { server, chain, alice } = await start()
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance'])
  await settle(server, chain)
  await giveBack(server, GENESIS_ON_CHAIN)
  await inTx(server, (tx) => carryMinted(tx, server.clock.now()))
  expect(await issuedAlone(server)).toBe(1_000_000n * UNIT)
  const left = 1_000_000_000n * UNIT - GENESIS_ON_CHAIN - 1_000_000n * UNIT
  const pools = ok(await callOperator(server, listPools, {}, { as: olga }))
  const issuance = pools.find(({ name, currency }) => name === 'issuance' && currency === BTBC.id)
  expect(issuance).toMatchObject({ available: formatAmount(left) })
  const reason = 'A campaign for everybody'
  const fund = async (amount: bigint) => {
    const funding = { pool: 'campaign', currency: BTBC.id, from: 'issuance', reason } as const
    const request = { ...funding, amount: formatAmount(amount) }
    const { id } = ok(await callOperator(server, proposeFunding, request, { as: olga }))
    const accept = { id, decision: 'accept', reason } as const
    return await callOperator(server, decideProposal, accept, { as: otto })
  }
  ok(await fund(left))
  expect(refusal(await fund(1n))).toBe('pool_source_short')
  await mine(server, alice)
  await mint(server, chain)
  expect(await reward(server, alice)).toMatchObject({ can_receive: '0.02400000' })
  await reconciled(server, chain)
})

test('mined output can be claimed once its batch is final: free the first time, then for 10 USDT', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  await mine(server, alice)
  expect(await reward(server, alice)).toMatchObject({
    receive_amount: '0.02400000',
    can_receive: '0.00000000',
    receive_rate: '0',
    blocked: 'claim_not_on_chain',
  })
  expect(refusal(await claim(server, alice, '0.024'))).toBe('claim_not_on_chain')
  await mint(server, chain)
  expect(await reward(server, alice)).toMatchObject({
    receive_amount: '0.02400000',
    can_receive: '0.02400000',
    receive_rate: '100',
    fee: { amount: '0.00000000' },
    on_its_way: '0.00000000',
    blocked: null,
  })
  expect(refusal(await claim(server, alice, '0.02400001'))).toBe('claim_over')
  expect(ok(await claim(server, alice, '0.014'))).toEqual({
    claimed: '0.01400000',
    fee: '0.00000000',
    fee_currency: USDT.id,
    net: '0.01400000',
  })
  expect(ok(await server.call(readLaunches, {}, { as: alice })).award_receives).toBe(1)
  await give(server, alice.id, USDT.id, 15n)
  expect(ok(await claim(server, alice, '0.01', { fee: '10' }))).toMatchObject({
    fee: '10.00000000',
    fee_currency: USDT.id,
    net: '0.01000000',
  })
  expect(ok(await server.call(readWithdrawable, {}, { as: alice }))).toEqual({
    BTBC: '50.0240',
    USDT: '5.0000',
  })
  expect(await reward(server, alice)).toMatchObject({ blocked: 'claim_unavailable' })
  await reconciled(server, chain)
})

test('without USDT the fee comes from the claim, as it was shown, and never eats all of it', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  await put(server, alice, 30n * UNIT)
  await mint(server, chain)
  ok(await claim(server, alice, '1'))
  expect(await reward(server, alice)).toMatchObject({
    fee: { currency: BTBC.id, amount: '12.50000000' },
    fees: { USDT: '10.00000000', BTBC: '12.50000000' },
    later_fees: { USDT: '10.00000000', BTBC: '12.50000000' },
  })
  expect(refusal(await claim(server, alice, '12.5'))).toBe('claim_below_fee')
  expect(refusal(await claim(server, alice, '20', { fee: '12' }))).toBe('fee_changed')
  expect(refusal(await claim(server, alice, '20', { fee_in: 'USDT' }))).toBe('insufficient_balance')
  expect(ok(await claim(server, alice, '20', { fee_in: 'BTBC', fee: '12.5' }))).toMatchObject({
    claimed: '20.00000000',
    fee: '12.50000000',
    fee_currency: BTBC.id,
    net: '7.50000000',
  })
  expect(await spot(server, alice)).toBe(50n * UNIT + UNIT + (75n * UNIT) / 10n)
})

test('only verified members claim, and each is told what is missing; whose part of a mint was what is forgotten after 90 days', async () => {
  const { server, chain } = await start()
  const bob = await server.join('bob@example.test')
  await settle(server, chain)
  await put(server, bob, UNIT)
  await mint(server, chain)
  expect(await reward(server, bob)).toMatchObject({ blocked: 'claim_needs_identity' })
  expect(refusal(await claim(server, bob, '1'))).toBe('claim_needs_identity')
  await acceptIdentity(server, bob)
  ok(await claim(server, bob, '1'))

  const shares = () => server.db.selectFrom('mint_share').select('amount').execute()
  await server.pass({ days: 89 })
  expect(await shares()).toEqual([{ amount: UNIT }])
  await server.pass({ days: 2 })
  expect(await shares()).toEqual([])
})

test('claims at once take what is there once, whoever is poor, held up or killed is so alone, and a key claims once', async () => {
  const { server, chain, alice } = await start()
  const [bob, carol] = [
    await server.join('bob@example.test'),
    await server.join('carol@example.test'),
  ]
  for (const each of [bob, carol]) await acceptIdentity(server, each)
  await settle(server, chain)
  for (const each of [alice, bob, carol]) await put(server, each, 40n * UNIT)
  await mint(server, chain)
  await give(server, alice.id, USDT.id, 1_000n)
  for (const each of [bob, carol]) ok(await claim(server, each, '1'))
  const asked = { memberId: alice.id, now: server.clock.now(), wallNow: server.clock.wallNow() }
  const ofAlice = { ...asked, request: { amount: 15n * UNIT } }
  await killed(server, (tx) => claimRewards(tx, [ofAlice], { waits: false }))

  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const holding = inTx(server, async (tx) => {
    await lockStanding(tx, alice.id)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  const waiting = Array.from({ length: 32 }, () => claim(server, alice, '15', {}, newKey()))
  const [paid, poor] = await Promise.all([
    claim(server, bob, '20'),
    claim(server, carol, '20', { fee_in: 'USDT' }),
  ])
  expect(ok(paid)).toMatchObject({ fee: '12.50000000', net: '7.50000000' })
  expect(refusal(poor)).toBe('insufficient_balance')
  letGo.resolve()
  await holding
  const outcomes = await Promise.all(waiting)
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(2)

  const key = newKey()
  const again = await Promise.all(
    Array.from({ length: 8 }, () => claim(server, alice, '5', {}, key)),
  )
  expect(new Set(again.map((each) => ok(each).net))).toEqual(new Set(['5.00000000']))
  expect(refusal(await claim(server, alice, '4', {}, key))).toBe('key_reused')
  expect(await reward(server, alice)).toMatchObject({ can_receive: '5.00000000' })
  const claims = await server.db
    .selectFrom('reward_claim')
    .select('amount')
    .where('member_id', '=', alice.id)
    .orderBy('id')
    .execute()
  expect(claims.map(({ amount }) => amount / UNIT)).toEqual([15n, 15n, 5n])
})

test('a client without keys that asks once more for the same claim gets its answer, and claims once', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  await mine(server, alice)
  await mint(server, chain)
  const before = await spot(server, alice)
  const ask = () => server.call(claimOutput, { amount: '0.01' }, { as: alice, method: 'GET' })
  const first = ok(await ask())
  expect(ok(await ask())).toEqual(first)
  expect((await spot(server, alice)) - before).toBe(UNIT / 100n)
  // Ten seconds later it is another claim, with its fee.
  server.clock.moveWall(11_000)
  expect(refusal(await ask())).toBe('claim_below_fee')
})

test('Synchronise makes a batch at once, every 30 seconds at most, and ten minutes do without it', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  await put(server, alice, UNIT)
  await server.app.chainWorks?.step()
  expect(await reward(server, alice)).toMatchObject({ on_its_way: '0.00000000' })
  const sync = () => server.call(synchroniseOutput, {}, { as: alice })
  ok(await sync())
  expect(refusal(await sync())).toBe('synchronise_wait')
  await server.app.chainWorks?.step()
  expect(await reward(server, alice)).toMatchObject({ on_its_way: '1.00000000' })
  await server.pass({ seconds: 31 })
  ok(await sync())
  await settle(server, chain)
  expect(await reward(server, alice)).toMatchObject({ can_receive: '1.00000000' })
  await put(server, alice, UNIT)
  await server.pass({ minutes: 11 })
  await settle(server, chain)
  expect(await reward(server, alice)).toMatchObject({ can_receive: '2.00000000' })
  const bare = await startTestServer()
  const bob = await bare.join('bob@example.test')
  expect(refusal(await bare.call(synchroniseOutput, {}, { as: bob }))).toBe('chain_unavailable')
})

test('a mint that fails on the chain leaves nothing claimable, and the next batch makes up for it', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  await put(server, alice, 3n * UNIT)
  await server.pass({ minutes: 11 })
  await server.app.chainWorks?.step()
  // The contract breaks while the mint waits for its block, and is mended after it.
  const { address } = chain.coins[BTBC.id]
  const code = await chain.rpc.getCode({ address })
  await chain.node('anvil_setCode', [address, '0xfe'])
  await chain.mine(1)
  await chain.node('anvil_setCode', [address, code])
  await settle(server, chain)
  const batches = await server.db.selectFrom('mint_batch').select('state').orderBy('id').execute()
  expect(batches.map(({ state }) => state)).toEqual(['minted', 'failed'])
  expect(await reward(server, alice)).toMatchObject({
    can_receive: '0.00000000',
    on_its_way: '0.00000000',
  })
  await mint(server, chain)
  expect(await reward(server, alice)).toMatchObject({ can_receive: '3.00000000' })
  await reconciled(server, chain)
})

test('a mint that cannot be signed is given up after a day, and the next batch makes up for it', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  await put(server, alice, 3n * UNIT)
  // The contract takes nothing more: as much as there may ever be is there.
  const slot = { address: chain.coins[BTBC.id].address, slot: '0x2' } as const
  const supply = await chain.rpc.getStorageAt(slot)
  const full = `0x${toChain(1_000_000_000n * UNIT)
    .toString(16)
    .padStart(64, '0')}`
  await chain.node('anvil_setStorageAt', [slot.address, slot.slot, full])
  for (let tries = 0; tries < 6; tries += 1) {
    server.clock.pass({ minutes: 11 })
    await server.app.chainWorks?.step()
  }
  const batches = server.db.selectFrom('mint_batch').select('state').orderBy('id')
  expect(await batches.execute()).toEqual([{ state: 'minted' }, { state: 'sent' }])
  server.clock.pass({ hours: 24 })
  await server.app.chainWorks?.step()
  expect(await batches.execute()).toEqual([{ state: 'minted' }, { state: 'failed' }])
  await chain.node('anvil_setStorageAt', [slot.address, slot.slot, supply])
  await mint(server, chain)
  expect(await reward(server, alice)).toMatchObject({ can_receive: '3.00000000' })
  await reconciled(server, chain)
})

test('a batch takes up so many shares at most, and the next one at once those of the others', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  const [bob, carol] = [
    await server.join('bob@example.test'),
    await server.join('carol@example.test'),
  ]
  const miners = [alice, bob, carol]
  for (const each of miners) await put(server, each, 3n * UNIT)
  await server.pass({ minutes: 11 })
  const marketPrice = () => undefined
  const small = mintingWork({ db: server.db, chain, marketPrice, sharesMax: 2 })
  const at = { now: server.clock.now(), wallNow: server.clock.wallNow() }
  await small.run({ ...at, head: await readHead(chain) })
  const inBatches = server.db.selectFrom('mint_share').select('member_id').orderBy('member_id')
  expect(await inBatches.execute()).toEqual([{ member_id: alice.id }, { member_id: bob.id }])
  await settle(server, chain)
  for (const each of miners) {
    expect(await reward(server, each)).toMatchObject({ can_receive: '3.00000000' })
  }
  await reconciled(server, chain)
})

test('of two servers that come to a mint which takes as many as it can one opens it, and the other goes on', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  const bob = await server.join('bob@example.test')
  for (const each of [alice, bob]) await put(server, each, 3n * UNIT)
  await server.pass({ minutes: 11 })
  const other = openDatabase(server.databaseUrl)
  onTestFinished(() => other.destroy())
  const at = { now: server.clock.now(), wallNow: server.clock.wallNow() }
  const head = await readHead(chain)
  const mintBy = (db: Db) =>
    mintingWork({ db, chain, marketPrice: () => undefined, sharesMax: 1 }).run({ ...at, head })
  const letGo = await holdOpen(server, (tx) => sql`lock table mint_batch in share mode`.execute(tx))
  const first = mintBy(server.db)
  await waitForWaiting(server.db)
  let isDone = false
  const second = mintBy(other).finally(() => {
    isDone = true
  })
  await expect.poll(async () => isDone || (await countHeldUp(server)) > 1).toBe(true)
  await letGo()
  await Promise.all([first, second])
  const inBatches = server.db.selectFrom('mint_share').select('member_id')
  expect(await inBatches.execute()).toEqual([{ member_id: alice.id }])
  await settle(server, chain)
  for (const each of [alice, bob])
    expect(await reward(server, each)).toMatchObject({ can_receive: '3.00000000' })
  await reconciled(server, chain)
})

test('a minter that runs out of gas is given more by custody, and the books stay exact', async () => {
  const { server, chain } = await start()
  await settle(server, chain)
  const minter = chain.keys.address('minter')
  const had = await chain.rpc.getBalance({ address: minter })
  const hot = await chain.rpc.getBalance({ address: chain.hotAddress })
  const left = toChain(UNIT / 2n)
  const hex = (amount: bigint) => `0x${amount.toString(16)}`
  await chain.node('anvil_setBalance', [minter, hex(left)])
  await chain.node('anvil_setBalance', [chain.hotAddress, hex(hot + had - left)])
  await mint(server, chain)
  expect(await chain.rpc.getBalance({ address: minter })).toBeGreaterThan(toChain(5n * UNIT))
  await reconciled(server, chain)
})

test('without a chain nothing can be claimed, and it is said so', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await acceptIdentity(server, alice)
  await put(server, alice, UNIT)
  expect(await reward(server, alice)).toMatchObject({
    receive_amount: '1.00000000',
    can_receive: '0.00000000',
    next_mint_at: null,
    blocked: 'claim_not_on_chain',
  })
  expect(refusal(await claim(server, alice, '1'))).toBe('claim_not_on_chain')
  expect(refusal(await claim(server, alice, '0'))).toBe('invalid_request')
})

async function start() {
  const chain = await startTestChain()
  const server = await startTestServer({}, { chain })
  const alice = await server.join('alice@example.test')
  await acceptIdentity(server, alice)
  return { server, chain, alice }
}

/** Brings everything that is due onto the chain and into a final block. */
async function settle(server: TestServer, chain: TestChain): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await server.app.chainWorks?.step()
    await chain.mine(CONFIRMATIONS + 1)
  }
  await server.app.chainWorks?.step()
}

async function mint(server: TestServer, chain: TestChain): Promise<void> {
  await server.pass({ minutes: 11 })
  await settle(server, chain)
}

async function mine(server: TestServer, member: TestMember): Promise<void> {
  ok(await server.call(startRun, {}, { as: member }))
  await server.pass({ hours: 24 })
}

/** As if so much had been mined. */
async function put(server: TestServer, member: TestMember, amount: bigint): Promise<void> {
  await server.db.transaction().execute((tx) =>
    post(tx, {
      key: `test:${newKey()}`,
      kind: 'run.mined',
      at: server.clock.now(),
      memberId: member.id,
      moves: [
        {
          from: houseAccount('pool:mining', BTBC.id),
          to: memberAccount(member.id, 'unclaimed', BTBC.id),
          amount,
        },
      ],
    }),
  )
}

/** As if it had been minted before there was an account of what is minted. */
async function giveBack(server: TestServer, amount: bigint): Promise<void> {
  const [from, to] = [houseAccount('minted', BTBC.id), houseAccount('issuance', BTBC.id)]
  const entry = { key: `test:${newKey()}`, kind: 'mint.settled', at: server.clock.now() } as const
  await inTx(server, (tx) => post(tx, { ...entry, moves: [{ from, to, amount }] }))
}

async function reward(server: TestServer, member: TestMember) {
  return ok(await server.call(readOutput, {}, { as: member }))
}

async function claim(
  server: TestServer,
  member: TestMember,
  amount: string,
  more: { fee_in?: 'USDT' | 'BTBC'; fee?: string } = {},
  key?: string,
) {
  const options = key === undefined ? {} : { key }
  return await server.call(claimOutput, { amount, ...more }, { as: member, ...options })
}

async function spot(server: TestServer, member: TestMember): Promise<bigint> {
  return (await balanceOf(server.db, memberAccount(member.id, 'change', BTBC.id))).available
}

async function issuedAlone(server: TestServer): Promise<bigint> {
  return (await totals(server.db)).find(({ currency }) => currency === BTBC.id)?.issued ?? 0n
}

/** Coin by coin, to the last unit. */
async function reconciled(server: TestServer, chain: TestChain): Promise<void> {
  expect(await custodyOfHouse(chain)).toEqual(await booksOfCustody(server.db))
}
