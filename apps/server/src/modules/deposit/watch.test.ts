import { listDeposits } from '@btbc/contract/deposit.ts'
import { listRecords } from '@btbc/contract/mining.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'

import { inHouse } from '#testing/funds.ts'
import { hire } from '#testing/operators.ts'
import { ok } from '#testing/server.ts'

import { COIN, deposits, spot, start, step } from './testing/start.ts'

const { USDT, BNB, BTBC, BTC } = currencies

test('a deposit is shown at once, counts up, and is credited once at twelve', async () => {
  const { chain, server, alice, address } = await start()
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
  const { chain, server, alice, address } = await start()
  for (const { id } of [BNB, BTC, BTBC]) await chain.sendToken(id, address, 2n * COIN)
  await chain.mine(12)
  await step(server)
  expect(await spot(server, alice, BNB.id)).toBe('2.00000000')
  expect(await spot(server, alice, BTC.id)).toBe('2.00000000')
  // 50 of them are the welcome.
  expect(await spot(server, alice, BTBC.id)).toBe('52.00000000')
})

test('what is under the minimum waits in suspense until the sum reaches it', async () => {
  const { chain, server, alice, address } = await start()
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
  const { chain, server, alice, address } = await start()
  await step(server)
  for (let n = 0; n < 3; n += 1) {
    await chain.sendToken(USDT.id, address, 5n * COIN)
    await chain.mine(100)
  }
  await Promise.all([step(server), step(server)])
  expect(await spot(server, alice, USDT.id)).toBe('15.00000000')
})

test('a block that goes takes its deposit along, and one that comes back brings it', async () => {
  const { chain, server, alice, address } = await start()
  const hash = await chain.sendToken(USDT.id, address, 7n * COIN)
  const raw = (await chain.node('eth_getRawTransactionByHash', [hash])) as Hex
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
  const { chain, server, alice, address } = await start()
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
  const { chain, server, alice, address } = await start()
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
