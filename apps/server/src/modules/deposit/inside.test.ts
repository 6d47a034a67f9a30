import { requestCredit } from '@btbc/contract/bank-deposit.ts'
import { looksOf } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'

import { readHead } from '#chain/head.ts'
import type { TestChain } from '#testing/chain.ts'
import { addMembers } from '#testing/earning.ts'
import { deployPayer, payerAbi } from '#testing/odd-contracts.ts'
import { ok, type TestServer } from '#testing/server.ts'

import { addressOf, COIN, deposits, spot, start, step } from './testing/start.ts'
import { createDepositWatch } from './watch.ts'

const { USDT, BNB } = currencies
/** Runs once, as it is made: 40,000 times a call of nothing to nobody. */
const MANY_CALLS = '0x62009c405b5f5f5f5f5f60ff5af15060019003806004570000'

test('a contract that makes 40,000 calls stops nobody, and BNB paid from inside comes in on any node', async () => {
  const { chain, server, alice, address } = await start()
  const bob = await server.join('bob@example.test')
  const data = payThree(await addressOf(server, bob))
  const payer = await deployPayer(chain)
  await chain.sendRaw({ to: payer, value: 9n * COIN })
  await chain.sendToken(USDT.id, address, 7n * COIN)
  await chain.sendRaw({ data: MANY_CALLS, gas: 12_000_000n })
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
  const { chain, server } = await start()
  const ids = await addMembers(server, { count: 2000 })
  await sql`insert into deposit_address (member_id, address, created_at)
    select id, '0x' || left(encode(sha256(id::text::bytea), 'hex'), 40), now()
    from unnest(${ids}::integer[]) id`.execute(server.db)
  const bob = await server.join('bob@example.test')
  const data = payThree(await addressOf(server, bob))
  const payer = await deployPayer(chain)
  await chain.sendRaw({ to: payer, value: 9n * COIN })
  await chain.mine(12)
  await step(server)
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
  const { chain, server } = await start()
  const bob = await server.join('bob@example.test')
  const payer = await deployPayer(chain)
  await chain.sendRaw({ to: payer, value: 9n * COIN })
  await chain.mine(12)
  let to: Address | undefined
  const servers = [1, 2].map(() => watchSlowly(server, chain, (address) => address === to))
  await servers[0]?.look()
  to = await addressOf(server, bob)
  await chain.sendRaw({ to: payer, data: payThree(to) })
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

/** What has the payer pay three BNB from inside. */
function payThree(to: Address): Hex {
  const args = [to, 3n * COIN] as const
  return encodeFunctionData({ abi: payerAbi, functionName: 'payNative', args })
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
