import { listDeposits, readDepositAddress } from '@btbc/contract/deposit.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { Address } from 'viem'

import { startTestChain } from '#testing/chain.ts'
import { ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

/** What tests of deposits begin with: a house on a chain, and Alice with her address on it. */

/** A whole one, in the chain's own units. */
export const COIN = 10n ** 18n

export async function start() {
  const chain = await startTestChain()
  const server = await startTestServer({ rateLimits: false }, { chain })
  const alice = await server.join('alice@example.test')
  const address = await addressOf(server, alice)
  return { chain, server, alice, address }
}

/** The same for every coin. */
export async function addressOf(server: TestServer, as: TestMember): Promise<Address> {
  const asked = { currency: currencies.USDT.id }
  return ok(await server.call(readDepositAddress, asked, { as })) as Address
}

/** One turn of all works on the chain. */
export async function step({ app }: TestServer): Promise<void> {
  await app.chainWorks?.step()
}

export async function deposits(server: TestServer, as: TestMember) {
  const { list } = ok(await server.call(listDeposits, {}, { as }))
  return list.map((row) => [row.state, row.amount, row.currency_name, row.confirmations])
}

export async function spot(server: TestServer, as: TestMember, currency: number): Promise<string> {
  const { change_wallet: wallet } = ok(await server.call(listWallets, {}, { as }))
  return wallet.balance.find((row) => row.currency === currency)?.change_balance ?? ''
}
