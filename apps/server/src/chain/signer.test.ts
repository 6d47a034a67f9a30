import { readSolvency } from '@btbc/contract/solvency.ts'
import { looksOf } from '@btbc/database/testing.ts'
import { houseAccount, type HousePurpose } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'

import { balanceOnChain, CONFIRMATIONS, createChain, custodyOfHouse } from './chain.ts'
import { comparableBlock, readHead } from './head.ts'
import { pinChain } from './pin.ts'
import { createSigner } from './signer.ts'
import { signBytes } from './bytes.ts'
import {
  type Purposes,
  queueTransaction,
  takeBackQueued,
  type TransactionRow,
} from './transactions.ts'
import { toChain } from './units.ts'
import { booksOfCustody, startTestChain, type TestChain } from '#testing/chain.ts'
import { inHouse } from '#testing/funds.ts'
import { fill, settleTables } from '#testing/histories.ts'
import { startNodeProxy } from '#testing/node-proxy.ts'
import { newKey, ok, startTestServer, type TestServer } from '#testing/server.ts'

const { USDT, BNB, BTBC } = currencies

test('what is queued is signed, sent, followed to its end, and paid for with gas', async () => {
  const { server, chain, told, turn, queue } = await start()
  const to = someone()
  await queue({ to, amount: 7n * UNIT })
  await turn()
  expect(told).toEqual(['signed 1', 'sent 1'])
  expect(await rowOf(server, 1n)).toMatchObject({ state: 'sent', block_number: null })
  await chain.mine(1)
  await turn()
  expect((await rowOf(server, 1n)).block_number).not.toBeNull()
  await chain.mine(CONFIRMATIONS - 2)
  await turn()
  expect(told).toEqual(['signed 1', 'sent 1'])
  await chain.mine(1)
  await turn()
  expect(told).toEqual(['signed 1', 'sent 1', 'final 1'])
  expect(await balanceOnChain(chain, { coin: USDT.id, address: to })).toBe(toChain(7n * UNIT))
  await agree(server, chain, { [USDT.id]: 7n * UNIT })
})

test('many in one turn have nonces without a gap, and two signers do not disturb each other', async () => {
  const { server, chain, told, another, finish, queue } = await start()
  for (let n = 0; n < 12; n += 1) await queue({ currency: BNB.id })
  const head = await readHead(chain)
  const at = { now: server.clock.now(), wallNow: server.clock.wallNow(), head }
  const both = [another('one'), another('two')]
  await Promise.all(both.map((each) => each.run(at)))
  for (const each of both) await each.stop?.()
  await finish()
  expect(finalsOf(told)).toHaveLength(12)
  const rows = await server.db
    .selectFrom('chain_transaction')
    .select('nonce')
    .orderBy('id')
    .execute()
  expect(rows.map(({ nonce }) => nonce)).toEqual(rows.map((_, n) => BigInt(n)))
  await agree(server, chain, { [BNB.id]: 12n * UNIT })
})

test('accepted by the node and the answer lost: unknown, never given back, sent once', async () => {
  const { server, chain, proxy, told, turn, finish, queue } = await start()
  const to = someone()
  await queue({ to })
  proxy.loseAnswersOf('eth_sendRawTransaction')
  await turn()
  expect(told).not.toContain('failed 1')
  proxy.heal()
  await finish()
  expect(told.filter((each) => each !== 'sent 1')).toEqual(['signed 1', 'final 1'])
  expect(await balanceOnChain(chain, { coin: USDT.id, address: to })).toBe(toChain(UNIT))
  await agree(server, chain, { [USDT.id]: UNIT })
})

test('what the node forgets is sent again with the same bytes', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  await queue()
  await turn()
  const { hash } = await rowOf(server, 1n)
  await chain.node('anvil_dropTransaction', [hash])
  await turn()
  await finish()
  expect((await rowOf(server, 1n)).hash).toBe(hash)
  expect(told).toContain('final 1')
  await agree(server, chain, { [USDT.id]: UNIT })
})

test('a reorg takes a mined transaction back, and it is mined again once', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  const to = someone()
  await queue({ to })
  await turn()
  await chain.mine(3)
  await turn()
  expect((await rowOf(server, 1n)).block_number).not.toBeNull()
  await chain.reorg(3)
  expect(await balanceOnChain(chain, { coin: USDT.id, address: to })).toBe(0n)
  await turn()
  await finish()
  expect(finalsOf(told)).toEqual(['final 1'])
  expect(await balanceOnChain(chain, { coin: USDT.id, address: to })).toBe(toChain(UNIT))
  await agree(server, chain, { [USDT.id]: UNIT })
})

test('stuck gas is bid for again under the same nonce, and whichever is mined counts once', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  const to = someone()
  await queue({ to })
  await turn()
  const first = await rowOf(server, 1n)
  for (let block = 0; block < 21; block += 1) {
    await chain.node('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca000']) // 16 gwei: more than the 10 bid
    await chain.mine(1)
  }
  await turn()
  const second = await rowOf(server, 1n)
  expect(second.nonce).toBe(first.nonce)
  expect(second.hash).not.toBe(first.hash)
  const attempts = await server.db
    .selectFrom('chain_attempt')
    .select('gas_price')
    .orderBy('gas_price')
    .execute()
  expect(attempts.map((each) => each.gas_price)).toEqual([10n, 20n])
  await finish()
  expect(finalsOf(told)).toEqual(['final 1'])
  expect(await balanceOnChain(chain, { coin: USDT.id, address: to })).toBe(toChain(UNIT))
  await agree(server, chain, { [USDT.id]: UNIT })
})

test('at the highest bid the newest bytes go on being sent, and are mined when a block takes them', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  await queue()
  await turn()
  const prices: bigint[] = []
  for (let round = 0; round < 12; round += 1) {
    const { hash } = await rowOf(server, 1n)
    await chain.node('anvil_dropTransaction', [hash])
    await chain.mine(21)
    await turn()
    prices.push(await newestPrice(server))
  }
  expect(prices.slice(-3)).toEqual([5000n, 5000n, 5000n])
  expect((await rowOf(server, 1n)).problem).toContain('no more is bid')
  await finish()
  expect(finalsOf(told)).toEqual(['final 1'])
  await agree(server, chain, { [USDT.id]: UNIT })
})

test('a key without BNB bids no more, and goes on by itself when it has some', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  const held = await balanceOnChain(chain, { coin: BNB.id, address: chain.hotAddress })
  await queue()
  await turn()
  await chain.node('anvil_dropTransaction', [(await rowOf(server, 1n)).hash])
  await chain.node('anvil_setBalance', [chain.hotAddress, '0x0'])
  for (let round = 0; round < 10; round += 1) {
    await chain.mine(21)
    await turn()
  }
  expect(await newestPrice(server)).toBe(10n)
  expect((await rowOf(server, 1n)).problem).not.toBe('')
  await chain.node('anvil_setBalance', [chain.hotAddress, `0x${held.toString(16)}`])
  await finish()
  expect(finalsOf(told)).toEqual(['final 1'])
  await agree(server, chain, { [USDT.id]: UNIT })
})

test('final transactions are settled while the house has no BNB for their gas, and treasury and fees pay later', async () => {
  const { server, chain, told, finish, turn, queue } = await start()
  const all = await inHouse(server, 'pool:treasury', BNB.id)
  await moveBnb(server, 'pool:treasury', 'suspense', all)
  await queue()
  await finish()
  expect(finalsOf(told)).toEqual(['final 1'])
  expect(await inHouse(server, 'gas', BNB.id)).toBeLessThan(0n)
  // The open books say so, to whoever asks.
  const { currencies: books } = ok(await server.call(readSolvency))
  const ofBnb = books.find(({ currency }) => currency === BNB.id)
  expect(ofBnb?.reserves['gas']).toMatch(/^-0\.\d{8}$/)
  // What is on its way to others covers no gas of the house.
  expect(ofBnb?.agrees).toBe(false)
  await agree(server, chain, { [USDT.id]: UNIT })
  await moveBnb(server, 'suspense', 'pool:treasury', 1n)
  await moveBnb(server, 'suspense', 'fees', all - 1n)
  await turn()
  expect(await inHouse(server, 'gas', BNB.id)).toBe(0n)
  expect(await inHouse(server, 'pool:treasury', BNB.id)).toBe(0n)
  expect(await inHouse(server, 'fees', BNB.id)).toBeLessThan(all - 1n)
})

test('a transaction that reverts is final and failed, and its gas is in the books', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  const hot = await balanceOnChain(chain, { coin: USDT.id, address: chain.hotAddress })
  await queue()
  await turn()
  await setToken(chain, 0n)
  await finish()
  expect(told).toEqual(['signed 1', 'sent 1', 'failed 1 reverted'])
  await setToken(chain, hot)
  await agree(server, chain, {})
})

test('a nonce that another transaction of the key used: given back only when that one is final', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  await queue()
  await turn()
  const row = await rowOf(server, 1n)
  await chain.node('anvil_dropTransaction', [row.hash])
  // The same key, used from elsewhere: the chain has its own word for it.
  const other = { purpose: 'faucet', currency: BNB.id, to_address: chain.hotAddress, amount: 0n }
  const raw = await signBytes(
    chain,
    { ...other, from_key: 'hot', nonce: row.nonce, gas_limit: 21_000n, data: null },
    50n,
  )
  await chain.rpc.sendRawTransaction({ serializedTransaction: `0x${raw.raw.toString('hex')}` })
  await chain.mine(1)
  await turn()
  expect(told).not.toContain('failed 1 replaced')
  await finish()
  expect(told.at(-1)).toBe('failed 1 replaced')
  expect((await rowOf(server, 1n)).state).toBe('failed')
})

test('a node that lies about a nonce gets nothing given back, and the books wait', async () => {
  const { server, chain, proxy, told, turn, finish, queue } = await start()
  await queue()
  await turn()
  const { hash } = await rowOf(server, 1n)
  await chain.node('anvil_dropTransaction', [hash])
  proxy.answer('eth_getTransactionCount', '0x63')
  await chain.mine(CONFIRMATIONS + 2)
  await turn()
  await turn()
  expect(told).not.toContain('failed 1 replaced')
  expect((await rowOf(server, 1n)).problem).toContain('is not found')
  proxy.heal()
  await finish()
  expect(told.at(-1)).toBe('final 1')
  await agree(server, chain, { [USDT.id]: UNIT })
})

test('a nonce gap is filled, and what waited behind it goes on', async () => {
  const { server, chain, proxy, told, turn, finish, queue } = await start()
  proxy.answer('eth_getTransactionCount', '0x3')
  await queue()
  await turn()
  expect((await rowOf(server, 1n)).nonce).toBe(3n)
  proxy.heal()
  await finish()
  await finish()
  expect(told).toContain('final 1')
  const fillers = await server.db
    .selectFrom('chain_transaction')
    .select(['nonce', 'state'])
    .where('purpose', '=', 'gap_fill')
    .orderBy('nonce')
    .execute()
  expect(fillers).toEqual([0n, 1n, 2n].map((nonce) => ({ nonce, state: 'final' })))
  await agree(server, chain, { [USDT.id]: UNIT })
})

test('a node that is behind is asked for nothing until it has caught up', async () => {
  const { server, chain, proxy, told, turn, finish, queue } = await start()
  await queue()
  await finish()
  await queue()
  proxy.answer('eth_getTransactionCount', '0x0')
  await turn()
  expect(await rowOf(server, 2n)).toMatchObject({ state: 'queued' })
  expect((await rowOf(server, 2n)).problem).toContain('the node is behind')
  proxy.heal()
  await finish()
  expect(finalsOf(told)).toEqual(['final 1', 'final 2'])
  await agree(server, chain, { [USDT.id]: 2n * UNIT })
})

test('what was final in blocks that the chain has lost is sent again, the same bytes', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  await chain.mine(20)
  const to = someone()
  await queue({ to })
  await queue()
  await finish()
  expect(finalsOf(told)).toEqual(['final 1', 'final 2'])
  await chain.reorg(Number(await chain.rpc.getBlockNumber()) - 25)
  expect(await balanceOnChain(chain, { coin: USDT.id, address: to })).toBe(0n)
  await chain.mine(40)
  await queue()
  await turn()
  await finish()
  await server.pass({ seconds: 10 })
  await finish()
  expect(finalsOf(told)).toEqual(['final 1', 'final 2', 'final 3'])
  expect(await balanceOnChain(chain, { coin: USDT.id, address: to })).toBe(toChain(UNIT))
  await agree(server, chain, { [USDT.id]: 3n * UNIT })
})

test('what had failed in blocks that the chain has lost is not sent again: an empty one takes its nonce', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  await chain.mine(20)
  const hot = await balanceOnChain(chain, { coin: USDT.id, address: chain.hotAddress })
  const to = someone()
  await queue({ to })
  await turn()
  await setToken(chain, 0n)
  await finish()
  expect(told.at(-1)).toBe('failed 1 reverted')
  await setToken(chain, hot)
  await chain.reorg(Number(await chain.rpc.getBlockNumber()) - 25)
  await setToken(chain, hot)
  await chain.mine(40)
  await queue()
  await turn()
  await finish()
  await server.pass({ seconds: 10 })
  await finish()
  expect(finalsOf(told)).toEqual(['final 2'])
  expect(await balanceOnChain(chain, { coin: USDT.id, address: to })).toBe(0n)
})

test('a signer that has lost its lease in the middle of a turn ends it, and says nothing', async () => {
  const errors: unknown[] = []
  const { server, chain, told, turn, another, finish, queue } = await start({
    report: (error) => errors.push(error),
  })
  for (let n = 0; n < 3; n += 1) await queue()
  await turn()
  await server.db
    .updateTable('chain_lease')
    .set({ until: new Date(0) })
    .execute()
  const head = await readHead(chain)
  const at = { now: server.clock.now(), wallNow: server.clock.wallNow(), head }
  const other = another('the other')
  await Promise.all([turn(), other.run(at), turn()])
  await other.stop?.()
  await finish()
  expect(errors).toEqual([])
  expect(finalsOf(told)).toHaveLength(3)
})

test('a node that serves another chain than it did is not listened to', async () => {
  const { proxy, told, turn, finish, queue } = await start()
  await queue()
  proxy.answer('eth_chainId', '0x38')
  await expect(turn()).rejects.toThrow('serves chain 56 now')
  expect(told).toEqual([])
  proxy.heal()
  await finish()
  expect(told.at(-1)).toBe('final 1')
})

test('custody that cannot pay keeps a transaction waiting, and its owner may take it back', async () => {
  const { server, told, turn, queue } = await start()
  const id = await queue({ currency: BTBC.id })
  await turn()
  expect(told).toEqual([])
  expect((await rowOf(server, id)).problem).not.toBe('')
  const takeBack = () => server.db.transaction().execute((tx) => takeBackQueued(tx, id))
  expect(await takeBack()).toBe(true)
  expect(await takeBack()).toBe(false)
})

test('five hundred that cannot be signed hold up nobody: the one behind them is sent', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  const refusing = someone()
  await chain.node('anvil_setCode', [refusing, '0x60006000fd'])
  for (let n = 0; n < 500; n += 1) await queue({ currency: BNB.id, to: refusing })
  const to = someone()
  await queue({ to })
  // A turn signs for some seconds at the most: a slow machine needs more of them.
  for (let n = 0; n < 30 && !told.includes('sent 501'); n += 1) await turn()
  expect(told).toEqual(['signed 501', 'sent 501'])
  expect(await rowOf(server, 1n)).toMatchObject({ state: 'queued', tries: 1 })
  await finish()
  expect(await balanceOnChain(chain, { coin: USDT.id, address: to })).toBe(toChain(UNIT))
})

test('what stays unsignable is tried later and later, and goes back after a day', async () => {
  const { server, chain, told, turn, queue } = await start()
  const refusing = someone()
  await chain.node('anvil_setCode', [refusing, '0x60006000fd'])
  await queue({ currency: BNB.id, to: refusing })
  for (let n = 0; n < 7; n += 1) {
    await turn()
    await turn()
    expect(await rowOf(server, 1n)).toMatchObject({ state: 'queued', tries: n + 1 })
    await server.pass({ hours: 3 })
  }
  expect(told).toEqual([])
  await server.pass({ hours: 3 })
  await turn()
  expect(told).toEqual(['unsigned 1 unsignable'])
  expect(await rowOf(server, 1n)).toMatchObject({ state: 'failed', failure: 'unsignable' })
})

test('what the key cannot pay for is not signed, and goes when it can', async () => {
  const { server, chain, told, turn, finish, queue } = await start()
  const held = await balanceOnChain(chain, { coin: BNB.id, address: chain.hotAddress })
  await chain.node('anvil_setBalance', [chain.hotAddress, `0x${toChain(3n * UNIT).toString(16)}`])
  for (let n = 0; n < 3; n += 1) await queue({ currency: BNB.id })
  await turn()
  expect(told.filter((each) => each.startsWith('signed'))).toEqual(['signed 1', 'signed 2'])
  expect((await rowOf(server, 3n)).problem).toContain('too little BNB')
  await chain.node('anvil_setBalance', [chain.hotAddress, `0x${held.toString(16)}`])
  await server.pass({ seconds: 10 })
  await finish()
  expect(finalsOf(told)).toEqual(['final 1', 'final 2', 'final 3'])
})

test('what a key has sent before is not read again for what it signs', async () => {
  const { server, chain, told, turn, queue } = await start()
  const before = { state: `'final'`, from_key: `'hot'`, nonce: 'n - 1', currency: USDT.id }
  await fill(server.db, 'chain_transaction', 3000, before)
  await settleTables(server.db)
  await chain.node('anvil_setNonce', [chain.hotAddress, '0xbb8'])
  await queue()
  const { rows } = await looksOf(server.db, turn)
  expect(told).toEqual(['signed 1', 'sent 1'])
  expect(rows).toBeLessThan(100)
})

test('what is signed cannot be taken back, and the same thing is not queued twice', async () => {
  const { server, turn, queue } = await start()
  const id = await queue()
  await turn()
  expect(await server.db.transaction().execute((tx) => takeBackQueued(tx, id))).toBe(false)
  await expect(queue({ refId: 1n })).rejects.toThrow('duplicate key')
})

test('a handler that fails leaves everything as it was, and is asked again', async () => {
  let isBroken = true
  const { server, chain, told, turn, finish, queue } = await start({
    onFinal: async () => {
      if (isBroken) throw new Error('not now')
    },
  })
  await queue()
  await finish()
  expect((await rowOf(server, 1n)).state).toBe('sent')
  isBroken = false
  await turn()
  expect((await rowOf(server, 1n)).state).toBe('final')
  expect(finalsOf(told)).toEqual(['final 1'])
  await agree(server, chain, { [USDT.id]: UNIT })
})

async function start(
  extra: { onFinal?: () => Promise<void>; report?: (error: unknown) => void } = {},
) {
  const chain = await startTestChain()
  const server = await startTestServer({}, {})
  await pinChain(server.db, chain, server.clock.now())
  const proxy = await startNodeProxy(chain.url)
  onTestFinished(() => proxy.stop())
  const seen = createChain({ ...chain, url: proxy.url })
  const told: string[] = []
  const note = (what: string) => async (_: unknown, row: TransactionRow) => {
    told.push(
      row.failure === null ? `${what} ${row.ref_id}` : `${what} ${row.ref_id} ${row.failure}`,
    )
  }
  const faucet: Purposes['faucet'] = {
    onSigned: note('signed'),
    onSent: note('sent'),
    onFailed: note('failed'),
    onUnsigned: note('unsigned'),
    onFinal: async (tx, row) => {
      await extra.onFinal?.()
      await note('final')(tx, row)
    },
  }
  const another = (owner: string) =>
    createSigner({
      db: server.db,
      chain: seen,
      purposes: { faucet },
      owner,
      report: (error) => extra.report?.(error),
    })
  const signer = another('the test')
  const turn = async (): Promise<void> => {
    const { clock } = server
    await signer.run({ now: clock.now(), wallNow: clock.wallNow(), head: await readHead(seen) })
  }
  const finish = async (): Promise<void> => {
    await turn()
    await chain.mine(CONFIRMATIONS + 1)
    await turn()
    await turn()
  }
  let queued = 0n
  /** One USDT to somebody, unless it says otherwise. */
  const queue = async (asked: Partial<Asked> = {}): Promise<bigint> => {
    queued += 1n
    const sent = { currency: USDT.id, to: someone(), amount: UNIT, refId: queued, ...asked }
    const now = server.clock.now()
    return await server.db
      .transaction()
      .execute((tx) => queueTransaction(tx, { ...sent, purpose: 'faucet', from: 'hot', now }))
  }
  return { server, chain, proxy, told, another, turn, finish, queue }
}

type Asked = { currency: CurrencyId; to: Hex; amount: bigint; refId: bigint }

function finalsOf(told: readonly string[]): string[] {
  return told.filter((each) => each.startsWith('final'))
}

/** Books and custody differ by exactly what was sent: its own entry is the purpose's to post. */
async function agree(
  server: TestServer,
  chain: TestChain,
  sent: Partial<Record<CurrencyId, bigint>>,
): Promise<void> {
  const [books, onChain] = [await booksOfCustody(server.db), await custodyOfHouse(chain)]
  for (const coin of [currencies.BTC.id, USDT.id, BNB.id, BTBC.id] as const) {
    expect(books[coin] - onChain[coin]).toBe(sent[coin] ?? 0n)
  }
  expect(await server.db.transaction().execute((tx) => comparableBlock(tx))).toBeGreaterThan(0n)
}

async function rowOf(server: TestServer, id: bigint) {
  return await server.db
    .selectFrom('chain_transaction')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function someone(): Hex {
  return privateKeyToAddress(generatePrivateKey())
}

async function newestPrice(server: TestServer): Promise<bigint> {
  const { price } = await server.db
    .selectFrom('chain_attempt')
    .select((row) => row.fn.max('gas_price').as('price'))
    .executeTakeFirstOrThrow()
  return price
}

async function moveBnb(
  server: TestServer,
  from: HousePurpose,
  to: HousePurpose,
  amount: bigint,
): Promise<void> {
  const move = { from: houseAccount(from, BNB.id), to: houseAccount(to, BNB.id), amount }
  const entry = { key: `test:${newKey()}`, kind: 'pool.funded', at: server.clock.now() } as const
  await server.db.transaction().execute((tx) => post(tx, { ...entry, moves: [move] }))
}

/** What the hot address holds of USDT, by the node's own hand. */
async function setToken(chain: TestChain, amount: bigint): Promise<void> {
  const { address } = chain.coins[USDT.id]
  await chain.node('anvil_dealERC20', [chain.hotAddress, address, `0x${amount.toString(16)}`])
}
