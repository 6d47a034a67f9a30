import { startRun } from '@btbc/contract/mining.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect } from 'vitest'

import { CONFIRMATIONS, custodyOfHouse } from '#chain/chain.ts'
import { booksOfCustody, startTestChain, type TestChain } from '#testing/chain.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { newKey, ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

/** What tests of rewards begin with: a house that mints on a chain, and Alice, who may claim. */

const { BTBC } = currencies

export async function start() {
  const chain = await startTestChain()
  const server = await startTestServer({}, { chain })
  const alice = await server.join('alice@example.test')
  await acceptIdentity(server, alice)
  return { server, chain, alice }
}

/** Brings everything that is due onto the chain and into a final block. */
export async function settle(server: TestServer, chain: TestChain): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await server.app.chainWorks?.step()
    await chain.mine(CONFIRMATIONS + 1)
  }
  await server.app.chainWorks?.step()
}

export async function mint(server: TestServer, chain: TestChain): Promise<void> {
  await server.pass({ minutes: 11 })
  await settle(server, chain)
}

export async function mine(server: TestServer, member: TestMember): Promise<void> {
  ok(await server.call(startRun, {}, { as: member }))
  await server.pass({ hours: 24 })
}

/** As if so much had been mined. */
export async function put(server: TestServer, member: TestMember, amount: bigint): Promise<void> {
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

export async function reward(server: TestServer, member: TestMember) {
  return ok(await server.call(readOutput, {}, { as: member }))
}

/** Coin by coin, to the last unit. */
export async function reconciled(server: TestServer, chain: TestChain): Promise<void> {
  expect(await custodyOfHouse(chain)).toEqual(await booksOfCustody(server.db))
}
