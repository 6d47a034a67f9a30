import { setTimeout as sleep } from 'node:timers/promises'

import { requestTestCoins } from '@btbc/contract/deposit.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'

import type { TestChain } from '#testing/chain.ts'
import { inHouse } from '#testing/funds.ts'
import { ok, refusal, type TestServer } from '#testing/server.ts'

import { askFaucet } from './faucet.ts'
import { spot, start, step } from './testing/start.ts'

const { USDT, BNB } = currencies

test('the faucet sends coins of the treasury, once an hour, and they come in as a deposit', async () => {
  const { chain, server, alice } = await start()
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
})

test('a grant that could not be signed for a day, since its address refuses coins, goes back', async () => {
  const { chain, server, alice, address } = await start()
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
  const { chain, server, alice } = await start()
  const asked = Promise.all(
    Array.from({ length: 32 }, () =>
      server.call(requestTestCoins, { currency: 18 }, { as: alice }),
    ),
  )
  await stepUntil(server, chain, asked)
  const answers = await asked
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
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
