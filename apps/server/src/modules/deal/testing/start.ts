import { readDeal } from '@btbc/contract/deal.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import { joinSeller } from '#testing/sellers.ts'
import { ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

/** What tests of deals begin with: Sam, who sells, and Ben, who buys. */

export const ORDER = { acc: '720', pay_way: 'bank' } as const

export async function start(coins = 1000n) {
  const server = await startTestServer({ rateLimits: false })
  const sam = await joinSeller(server, 'sam@example.test', coins)
  const ben = await server.join('ben@example.test')
  return { server, sam, ben }
}

export async function look(server: TestServer, as: TestMember, id: number) {
  return ok(await server.call(readDeal, { id }, { as }))
}

/** Whole USDT of the P2P wallet, available and held. */
export async function legalOf(server: TestServer, { id }: TestMember): Promise<[bigint, bigint]> {
  const legal = memberAccount(id, 'legal', currencies.USDT.id)
  const { available, held } = await balanceOf(server.db, legal)
  return [available / UNIT, held / UNIT]
}
