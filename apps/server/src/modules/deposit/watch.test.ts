import { setTimeout as sleep } from 'node:timers/promises'

import { requestCredit } from '@btbc/contract/bank-deposit.ts'
import {
  listDeposits,
  readCoin,
  readDepositAddress,
  requestTestCoins,
} from '@btbc/contract/deposit.ts'
import { listRecords } from '@btbc/contract/mining.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { looksOf } from '@btbc/database/testing.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Address, encodeFunctionData, type Hex } from 'viem'

import { readHead } from '#chain/head.ts'
import { startTestChain, type TestChain } from '#testing/chain.ts'
import { addMembers } from '#testing/earning.ts'
import { inHouse } from '#testing/funds.ts'
import { deployPayer, payerAbi } from '#testing/odd-contracts.ts'
import { hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

import { askFaucet } from './faucet.ts'
import { createDepositWatch } from './watch.ts'

const { USDT, BNB, BTBC, BTC } = currencies
const COIN = 10n ** 18n
/** Runs once, as it is made: 40,000 times a call of nothing to nobody. */
const MANY_CALLS = '0x62009c405b5f5f5f5f5f60ff5af15060019003806004570000'

async function open() {
  const chain = await startTestChain()
  const server = await startTestServer({ rateLimits: false }, { chain })
  const alice = await server.join('alice@example.test')
  const address = ok(
    await server.call(readDepositAddress, { currency: USDT.id }, { as: alice }),
  ) as Address
  return { chain, server, alice, address }
}

async function step({ app }: TestServer): Promise<void> {
  await app.chainWorks?.step()
}

async function deposits(server: TestServer, as: TestMember) {
  const { list } = ok(await server.call(listDeposits, {}, { as }))
  return list.map((row) => [row.state, row.amount, row.currency_name, row.confirmations])
}

async function spot(server: TestServer, as: TestMember, currency: number): Promise<string> {
  const { change_wallet: wallet } = ok(await server.call(listWallets, {}, { as }))
  return wallet.balance.find((row) => row.currency === currency)?.change_balance ?? ''
}

test('a deposit is shown at once, counts up, and is credited once at twelve', async () => {
  const { chain, server, alice, address } = await open()
  await chain.sendToken(USDT.id, address, 100n * COIN + 1n)
  await step(server)
  expect(await deposits(server, alice)).toEqual([['pending', '100.00000000', 'USDT', 1]])
  await chain.mine(10)
  await step(server)
  expect(await deposits(server, alice)).toEqual([['pending', '100.00000000', 'USDT', 11]])
  expect(await spot(server, alice, USDT.id)).toBe('0.00000000')
  await chain.mine(1)
  await step(server)
  expect(await deposits(server, alice)).toEqual([['done', '100.00000000', 'USDT', 12]])
  expect(await spot(server, alice, USDT.id)).toBe('100.00000000')
  await chain.mine(30)
  await step(server)
  expect(await spot(server, alice, USDT.id)).toBe('100.00000000')
  const records = ok(await server.call(listRecords, { t: 1 }, { as: alice }))
  expect(records.data.map(({ info, value }) => [info, value])).toEqual([
    ['Deposit', '100.00000000'],
  ])
  expect(records.data[0]).toMatchObject({ status: 2, draw_no: '' })
  expect(records.data[0]?.order_no).toMatch(/^D\d+$/)
})

test('BNB, BTC and BTBC come in by the same address', async () => {
  const { chain, server, alice, address } = await open()
  for (const { id } of [BNB, BTC, BTBC]) await chain.sendToken(id, address, 2n * COIN)
  await chain.mine(12)
  await step(server)
  expect(await spot(server, alice, BNB.id)).toBe('2.00000000')
  expect(await spot(server, alice, BTC.id)).toBe('2.00000000')
  // 50 of them are the welcome.
  expect(await spot(server, alice, BTBC.id)).toBe('52.00000000')
})

test('the address is the same for ever, each member has one, and an unverified one too', async () => {
  const { server, alice, address } = await open()
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

test('what is under the minimum waits in suspense until the sum reaches it', async () => {
  const { chain, server, alice, address } = await open()
  await chain.sendToken(USDT.id, address, (6n * COIN) / 10n)
  await chain.mine(12)
  await step(server)
  expect(await spot(server, alice, USDT.id)).toBe('0.00000000')
  expect(await inHouse(server, 'suspense', USDT.id)).toBe((6n * UNIT) / 10n)
  const [waiting] = ok(await server.call(listDeposits, {}, { as: alice })).list
  expect(waiting).toMatchObject({ state: 'processing', next: { who: 'member' } })
  await chain.sendToken(USDT.id, address, (4n * COIN) / 10n)
  await chain.mine(12)
  await step(server)
  expect(await spot(server, alice, USDT.id)).toBe('1.00000000')
  expect(await inHouse(server, 'suspense', USDT.id)).toBe(0n)
})

test('after a downtime everything in between is found, once', async () => {
  const { chain, server, alice, address } = await open()
  await step(server)
  for (let n = 0; n < 3; n += 1) {
    await chain.sendToken(USDT.id, address, 5n * COIN)
    await chain.mine(100)
  }
  await Promise.all([step(server), step(server)])
  expect(await spot(server, alice, USDT.id)).toBe('15.00000000')
})

test('a block that goes takes its deposit along, and one that comes back brings it', async () => {
  const { chain, server, alice, address } = await open()
  const hash = await chain.sendToken(USDT.id, address, 7n * COIN)
  const raw = await rawOf(chain, hash)
  await step(server)
  await chain.reorg(1)
  await step(server)
  expect(await deposits(server, alice)).toEqual([['cancelled', '7.00000000', 'USDT', 0]])
  await chain.reorg(1, [[raw, 0]])
  await step(server)
  expect(await deposits(server, alice)).toEqual([['pending', '7.00000000', 'USDT', 1]])
  await chain.mine(11)
  await step(server)
  expect(await spot(server, alice, USDT.id)).toBe('7.00000000')
})

test('a final block that changes stops the watcher, and nothing is credited after it', async () => {
  const { chain, server, alice, address } = await open()
  const rita = await hire(server, 'Rita', ['risk'])
  const fin = await hire(server, 'Fin', ['finance'])
  await chain.mine(20)
  await step(server)
  await chain.reorg(14)
  await chain.sendToken(USDT.id, address, 7n * COIN)
  await chain.mine(20)
  await step(server)
  const watch = await server.db.selectFrom('deposit_watch').selectAll().executeTakeFirstOrThrow()
  expect(watch.halted_reason).toMatch(/^block \d+ was final as 0x/)
  const stops = await server.db.selectFrom('withdrawal_stop').select('currency').execute()
  expect(stops.map(({ currency }) => currency).toSorted((a, b) => a - b)).toEqual([1, 3, 18, 28])
  expect(await spot(server, alice, USDT.id)).toBe('0.00000000')
  await chain.mine(20)
  await step(server)
  expect(await deposits(server, alice)).toEqual([])
  // Both are told once, of both.
  const mails = await server.db
    .selectFrom('outbox')
    .select(['recipient', 'text'])
    .where('subject', 'like', '%withdrawals of every coin are stopped')
    .execute()
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([fin.mail, rita.mail])
  expect(mails[0]?.text).toContain(watch.halted_reason)
})

test('a node that is behind is waited for', async () => {
  const { chain, server, alice, address } = await open()
  const snapshot = await chain.node('evm_snapshot')
  await chain.sendToken(USDT.id, address, 7n * COIN)
  const block = await chain.rpc.getBlockNumber()
  await chain.mine(30)
  await step(server)
  expect(await spot(server, alice, USDT.id)).toBe('7.00000000')
  await chain.node('evm_revert', [snapshot])
  expect(await chain.rpc.getBlockNumber()).toBeLessThan(block)
  await step(server)
  const watch = await server.db.selectFrom('deposit_watch').selectAll().executeTakeFirstOrThrow()
  expect(watch.halted_at).toBeNull()
  expect(await spot(server, alice, USDT.id)).toBe('7.00000000')
})

test('find my deposit says what became of a transaction and credits nothing', async () => {
  const { chain, server, alice, address } = await open()
  const bob = await server.join('bob@example.test')
  const find = (as: TestMember, account: string) =>
    server.call(requestCredit, { currency: 3, account }, { as })
  const hash = await chain.sendToken(USDT.id, address, 7n * COIN)
  expect(refusal(await find(alice, hash))).toBe('deposit_not_found')
  await step(server)
  const found = ok(await find(alice, hash.toUpperCase().replace('0X', '0x')))
  expect(found.order_no).toBe(`D${found.id}`)
  expect(refusal(await find(bob, hash))).toBe('deposit_elsewhere')
  expect(refusal(await find(alice, `0x${'1'.repeat(64)}`))).toBe('deposit_not_found')
  expect(refusal(await find(alice, '0x12'))).toBe('hash_invalid')
  expect(refusal(await find(alice, ''))).toBe('hash_invalid')
  const plain = await chain.sendRaw({ to: chain.outside.address, value: 1n })
  expect(refusal(await find(alice, plain))).toBe('deposit_elsewhere')
  expect(await spot(server, alice, USDT.id)).toBe('0.00000000')
})

test('the faucet sends coins of the treasury, once an hour, and they come in as a deposit', async () => {
  const { chain, server, alice, address } = await open()
  const treasury = await inHouse(server, 'pool:treasury', USDT.id)
  const asked = server.call(requestTestCoins, { currency: 3 }, { as: alice, key: 'faucet-key-1' })
  await stepUntil(server, chain, asked)
  const given = ok(await asked)
  expect(given.amount).toBe('1000.00000000')
  const receipt = await chain.rpc.getTransactionReceipt({ hash: given.tx_hash as Hex })
  expect(receipt.status).toBe('success')
  await chain.mine(12)
  await step(server)
  await step(server)
  expect(await spot(server, alice, USDT.id)).toBe('1000.00000000')
  expect(await inHouse(server, 'pool:treasury', USDT.id)).toBe(treasury - 1000n * UNIT)
  const again = await server.call(requestTestCoins, { currency: 3 }, { as: alice })
  expect(refusal(again)).toBe('faucet_wait')
  const replay = { as: alice, key: 'faucet-key-1' }
  expect(ok(await server.call(requestTestCoins, { currency: 3 }, replay))).toEqual(given)
  expect(refusal(await server.call(requestTestCoins, { currency: 18 }, replay))).toBe('key_reused')

  // A grant that could not be signed for a day, since its address refuses coins, goes back.
  const held = await inHouse(server, 'pool:treasury', BNB.id)
  const at = { now: server.clock.now(), wallNow: server.clock.wallNow() }
  const ask = { memberId: alice.id, currencyId: BNB.id, chain, isLocal: true, key: undefined }
  const grant = await server.db.transaction().execute((tx) => askFaucet(tx, { ...ask, ...at }))
  expect(await inHouse(server, 'pool:treasury', BNB.id)).toBe(held - grant.amount)
  await chain.node('anvil_setCode', [address, '0x60006000fd'])
  await server.db
    .updateTable('chain_transaction')
    .set({ tries: 10, created_at: new Date(0) })
    .where('purpose', '=', 'faucet')
    .where('ref_id', '=', BigInt(grant.id))
    .execute()
  await step(server)
  expect(await inHouse(server, 'pool:treasury', BNB.id)).toBe(held)
})

test('of 32 who ask the faucet at once one member gets it once', async () => {
  const { chain, server, alice } = await open()
  const asked = Promise.all(
    Array.from({ length: 32 }, () =>
      server.call(requestTestCoins, { currency: 18 }, { as: alice }),
    ),
  )
  await stepUntil(server, chain, asked)
  const answers = await asked
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
})

test('what was credited is brought to custody, and no balance but the gas of the house changes', async () => {
  const { chain, server, alice, address } = await open()
  await chain.sendToken(USDT.id, address, 100n * COIN)
  for (let n = 0; n < 5; n += 1) {
    await chain.mine(12)
    await step(server)
  }
  const left = await balanceAt(chain, address)
  expect(left).toBe(0n)
  const { state } = await server.db
    .selectFrom('deposit_sweep')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(state).toBe('done')
  expect(await spot(server, alice, USDT.id)).toBe('100.00000000')
  // The gas that was sent there is no deposit of the member.
  expect(await deposits(server, alice)).toHaveLength(1)
  expect(await spot(server, alice, BNB.id)).toBe('0.00000000')
})

test('a sweep takes what is credited, and what is not final yet is credited in full after the node forgot', async () => {
  const { chain, server, alice, address } = await open()
  // So much that the address pays its own gas.
  await chain.sendToken(BNB.id, address, COIN / 100n)
  await chain.sendToken(USDT.id, address, 500n * COIN)
  await chain.mine(6)
  await chain.sendToken(USDT.id, address, 700n * COIN)
  await chain.mine(5)
  for (let n = 0; n < 2; n += 1) {
    await step(server)
    await chain.mine(1)
  }
  const sweeps = await server.db.selectFrom('deposit_sweep').select('amount').execute()
  expect(sweeps).toEqual([{ amount: 500n * UNIT }])
  expect(await balanceAt(chain, address)).toBe(700n * COIN)
  // Started again the node knows no state of before, and that of the second deposit's block is one.
  const { pid } = chain
  process.kill(pid, 'SIGTERM')
  await expect.poll(() => chain.pid).not.toBe(pid)
  for (let n = 0; n < 4; n += 1) {
    await chain.mine(8)
    await step(server)
  }
  expect(await spot(server, alice, USDT.id)).toBe('1200.00000000')
  expect(await balanceAt(chain, address)).toBe(0n)
})

test('a contract that makes 40,000 calls stops nobody, and BNB paid from inside comes in on any node', async () => {
  const { chain, server, alice, address } = await open()
  const bob = await server.join('bob@example.test')
  const ask = await server.call(readDepositAddress, { currency: BNB.id }, { as: bob })
  const payer = await deployPayer(chain)
  await chain.sendRaw({ to: payer, value: 9n * COIN })
  await chain.sendToken(USDT.id, address, 7n * COIN)
  await chain.sendRaw({ data: MANY_CALLS, gas: 12_000_000n })
  const args = [ok(ask) as Address, 3n * COIN] as const
  const data = encodeFunctionData({ abi: payerAbi, functionName: 'payNative', args })
  const hash = await chain.sendRaw({ to: payer, data })
  await chain.sendRaw({ data: MANY_CALLS, gas: 12_000_000n })
  await chain.mine(8)
  await step(server)
  await chain.mine(1)
  await step(server)
  expect(await spot(server, alice, USDT.id)).toBe('7.00000000')
  await chain.mine(1)
  await step(server)
  expect(await spot(server, bob, BNB.id)).toBe('3.00000000')
  const found = ok(
    await server.call(requestCredit, { currency: BNB.id, account: hash }, { as: bob }),
  )
  expect(found.order_no).toBe(`D${found.id}`)
  // Two at once in a turn: each is in the books once, whichever transaction it was.
  for (const _ of [1, 2]) await chain.sendRaw({ to: payer, data })
  await chain.mine(12)
  await step(server)
  expect(await spot(server, bob, BNB.id)).toBe('9.00000000')
})

test('BNB paid from inside is found among thousands of addresses, which are not read again before their block', async () => {
  const { chain, server } = await open()
  const ids = await addMembers(server, { count: 2000 })
  await sql`insert into deposit_address (member_id, address, created_at)
    select id, '0x' || left(encode(sha256(id::text::bytea), 'hex'), 40), now()
    from unnest(${ids}::integer[]) id`.execute(server.db)
  const bob = await server.join('bob@example.test')
  const ask = await server.call(readDepositAddress, { currency: BNB.id }, { as: bob })
  const payer = await deployPayer(chain)
  await chain.sendRaw({ to: payer, value: 9n * COIN })
  await chain.mine(12)
  await step(server)
  const args = [ok(ask) as Address, 3n * COIN] as const
  const data = encodeFunctionData({ abi: payerAbi, functionName: 'payNative', args })
  // One in each of two blocks: the second is final one block after the look at the first.
  await chain.sendRaw({ to: payer, data })
  await chain.sendRaw({ to: payer, data })
  await chain.mine(10)
  await step(server)
  await chain.mine(1)
  const early = await looksOf(server.db, () => step(server))
  // A thousand of the newest are read each time: one of them may have been given late.
  expect(early.rows).toBeLessThan(ids.length)
  expect(await spot(server, bob, BNB.id)).toBe('3.00000000')
  await chain.mine(1)
  await step(server)
  expect(await spot(server, bob, BNB.id)).toBe('6.00000000')
})

test('BNB paid from inside is credited once when two servers look at the same block', async () => {
  const { chain, server } = await open()
  const bob = await server.join('bob@example.test')
  const payer = await deployPayer(chain)
  await chain.sendRaw({ to: payer, value: 9n * COIN })
  await chain.mine(12)
  let to: Address | undefined
  const servers = [1, 2].map(() => watchSlowly(server, chain, (address) => address === to))
  await servers[0]?.look()
  const ask = await server.call(readDepositAddress, { currency: BNB.id }, { as: bob })
  to = ok(ask) as Address
  const args = [to, 3n * COIN] as const
  const data = encodeFunctionData({ abi: payerAbi, functionName: 'payNative', args })
  await chain.sendRaw({ to: payer, data })
  await chain.mine(11)
  // The first has read the blocks and knows who paid; the second comes when they are read.
  const looks: Promise<void>[] = []
  for (const { look, asks } of servers) {
    looks.push(look())
    await asks
  }
  for (const [n, { letGo }] of servers.entries()) {
    letGo()
    await looks[n]
  }
  expect(await spot(server, bob, BNB.id)).toBe('3.00000000')
  expect(await deposits(server, bob)).toEqual([['done', '3.00000000', 'BNB', 12]])
})

test('a coin is described with its network, its minimum and what a withdrawal costs', async () => {
  const { server, alice, address, chain } = await open()
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

async function stepUntil(
  server: TestServer,
  chain: TestChain,
  asked: Promise<unknown>,
): Promise<void> {
  const answered = asked.then(() => true)
  for (let n = 0; n < 40; n += 1) {
    await step(server)
    await chain.mine(1)
    if (await Promise.race([answered, sleep(250, false)])) return
  }
}

/** The watcher of another server, which asks what an address holds and has no answer until it is let go. */
function watchSlowly(
  { db, clock }: TestServer,
  chain: TestChain,
  isHeld: (address: Address) => boolean,
) {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const getBalance: TestChain['rpc']['getBalance'] = async (about) => {
    if (isHeld(about.address)) {
      asked.resolve()
      await answered.promise
    }
    return await chain.rpc.getBalance(about)
  }
  const slow = { ...chain, rpc: { ...chain.rpc, getBalance } }
  const watch = createDepositWatch({ db, chain: slow, report: () => undefined })
  return {
    asks: asked.promise,
    letGo: answered.resolve,
    look: async () =>
      await watch.run({
        now: clock.now(),
        wallNow: clock.wallNow(),
        head: await readHead(chain),
      }),
  }
}

async function rawOf(chain: TestChain, hash: Hex): Promise<Hex> {
  return (await chain.node('eth_getRawTransactionByHash', [hash])) as Hex
}

async function balanceAt(chain: TestChain, address: Address): Promise<bigint> {
  const data = `0x70a08231000000000000000000000000${address.slice(2)}` as Hex
  const answer = await chain.rpc.call({ to: chain.coins[USDT.id].address, data })
  return BigInt(answer.data ?? '0x0')
}
