import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

const { BTC, USDT, BNB, BTBC, ETH } = currencies

/** What house liquidity trades with from its first day. */
export const firstInventory = [
  { currency: USDT.id, amount: 2_000_000n * UNIT },
  { currency: BTC.id, amount: 20n * UNIT },
  { currency: BNB.id, amount: 2_000n * UNIT },
  { currency: BTBC.id, amount: 1_000_000n * UNIT },
] as const

/** What it trades with in markets that were opened later. */
export const laterInventory = [{ currency: ETH.id, amount: 400n * UNIT }] as const

export function liquidityFunded(memberId: number, now: Date): Entry {
  return {
    key: 'genesis:liquidity',
    kind: 'genesis.sample_granted',
    at: now,
    memberId,
    moves: firstInventory.map(({ currency, amount }) => ({
      from: houseAccount('pool:treasury', currency),
      to: memberAccount(memberId, 'change', currency),
      amount,
    })),
  }
}

export function marketStocked(
  memberId: number,
  { currency, amount }: (typeof laterInventory)[number],
  now: Date,
): Entry {
  return {
    key: `genesis:liquidity:${currency}`,
    kind: 'genesis.sample_granted',
    at: now,
    memberId,
    moves: [
      {
        from: houseAccount('pool:treasury', currency),
        to: memberAccount(memberId, 'change', currency),
        amount,
      },
    ],
  }
}
