import { listPools, proposeFunding } from '@btbc/contract/operator/pool.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { synchroniseOutput } from '@btbc/contract/rewards.ts'
import { type Db, openDatabase } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { totals } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { formatAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { balanceOnChain } from '#chain/chain.ts'
import { readHead } from '#chain/head.ts'
import { toChain } from '#chain/units.ts'
import { booksOfCustody } from '#testing/chain.ts'
import { inTx } from '#testing/kills.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { countHeldUp, holdOpen, waitForWaiting } from '#testing/waiting.ts'

import { carryMinted, mintingWork } from './rewards.mint.ts'
import { mine, mint, put, reconciled, reward, settle, start } from './testing/start.ts'

const { BTBC } = currencies
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

/** As if it had been minted before there was an account of what is minted. */
async function giveBack(server: TestServer, amount: bigint): Promise<void> {
  const [from, to] = [houseAccount('minted', BTBC.id), houseAccount('issuance', BTBC.id)]
  const entry = { key: `test:${newKey()}`, kind: 'mint.settled', at: server.clock.now() } as const
  await inTx(server, (tx) => post(tx, { ...entry, moves: [{ from, to, amount }] }))
}

async function issuedAlone(server: TestServer): Promise<bigint> {
  return (await totals(server.db)).find(({ currency }) => currency === BTBC.id)?.issued ?? 0n
}
