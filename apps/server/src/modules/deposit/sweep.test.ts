import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { balanceOnChain } from '#chain/chain.ts'

import { COIN, deposits, spot, start, step } from './testing/start.ts'

const { USDT, BNB } = currencies

test('what was credited is brought to custody, and no balance but the gas of the house changes', async () => {
  const { chain, server, alice, address } = await start()
  await chain.sendToken(USDT.id, address, 100n * COIN)
  for (let n = 0; n < 5; n += 1) {
    await chain.mine(12)
    await step(server)
  }
  expect(await balanceOnChain(chain, { coin: USDT.id, address })).toBe(0n)
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
  const { chain, server, alice, address } = await start()
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
  expect(await balanceOnChain(chain, { coin: USDT.id, address })).toBe(700n * COIN)
  // Started again the node knows no state of before, and that of the second deposit's block is one.
  const { pid } = chain
  process.kill(pid, 'SIGTERM')
  await expect.poll(() => chain.pid).not.toBe(pid)
  for (let n = 0; n < 4; n += 1) {
    await chain.mine(8)
    await step(server)
  }
  expect(await spot(server, alice, USDT.id)).toBe('1200.00000000')
  expect(await balanceOnChain(chain, { coin: USDT.id, address })).toBe(0n)
})
