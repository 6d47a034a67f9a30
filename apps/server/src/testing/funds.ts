import { houseAccount, type HousePurpose, memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import { newKey, type TestServer } from './server.ts'

/** Whole coins of the treasury for a member's Spot wallet. */
export async function give(
  server: TestServer,
  memberId: number,
  currency: CurrencyId,
  coins: bigint,
): Promise<void> {
  await server.db.transaction().execute((tx) =>
    post(tx, {
      key: newKey(),
      kind: 'genesis.sample_granted',
      at: server.clock.now(),
      memberId,
      moves: [
        {
          from: houseAccount('pool:treasury', currency),
          to: memberAccount(memberId, 'change', currency),
          amount: coins * UNIT,
        },
      ],
    }),
  )
}

/** What a house account has available, in units. */
export async function inHouse(
  server: TestServer,
  purpose: HousePurpose,
  currency: CurrencyId,
): Promise<bigint> {
  return (await balanceOf(server.db, houseAccount(purpose, currency))).available
}

/** Takes a pool back to where it came from, but for so many units. */
export async function drain(
  server: TestServer,
  pool: HousePurpose,
  currency: CurrencyId,
  leave: bigint,
): Promise<void> {
  const amount = (await inHouse(server, pool, currency)) - leave
  const source = currency === currencies.USDT.id ? 'pool:treasury' : 'issuance'
  await server.db.transaction().execute((tx) =>
    post(tx, {
      key: `test:drained:${newKey()}`,
      kind: 'pool.funded',
      at: server.clock.now(),
      moves: [{ from: houseAccount(pool, currency), to: houseAccount(source, currency), amount }],
    }),
  )
}
