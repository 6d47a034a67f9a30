import { houseAccount, type HousePurpose, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry, Move } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import type { Custody } from '#chain/chain.ts'

/** Where the first units come from: the custody of the test chain, and what is issued in the books. */

const { BTC, USDT, BNB, BTBC, LAUNCH, POINT } = currencies

/** The coins of the test chain, exactly as many as custody holds there. */
export function treasuryFilled(now: Date, custody: Custody): Entry {
  const coins = [USDT.id, BTC.id, BNB.id] as const
  return {
    key: 'genesis:treasury',
    kind: 'genesis.treasury_filled',
    at: now,
    moves: coins
      .filter((coin) => custody[coin] > 0n)
      .map((coin) => between('chain', 'pool:treasury', coin, custody[coin])),
  }
}

/** Pools are funded from the issuance and the treasury, never from a member. */
export function poolsFunded(now: Date): Entry {
  return {
    key: 'genesis:pools',
    kind: 'genesis.pools_funded',
    at: now,
    moves: [
      between('issuance', 'pool:treasury', BTBC.id, 2_000_000n * UNIT),
      between('issuance', 'pool:mining', BTBC.id, 1_000_000n * UNIT),
      between('issuance', 'pool:welcome', BTBC.id, 5_000_000n * UNIT),
      between('issuance', 'pool:welcome', LAUNCH.id, 7_000_000n),
      between('issuance', 'pool:referral', LAUNCH.id, 7_000_000n),
      between('issuance', 'pool:points', BTBC.id, 100_000n * UNIT),
      between('issuance', 'pool:points', POINT.id, 10_000_000n),
      between('issuance', 'pool:campaign', BTBC.id, 3_000_000n * UNIT),
      between('issuance', 'pool:red_packet', BTBC.id, 10_000n * UNIT),
      between('pool:treasury', 'pool:lock', USDT.id, 300_000n * UNIT),
      between('pool:treasury', 'pool:fund', USDT.id, 300_000n * UNIT),
      between('pool:treasury', 'pool:campaign', USDT.id, 600_000n * UNIT),
      between('pool:treasury', 'pool:red_packet', USDT.id, 1_000n * UNIT),
    ],
  }
}

/** What the sample seller has on offer from the first minute. */
export function sellerGranted(memberId: number, amount: bigint, now: Date): Entry {
  return {
    key: `genesis:sample:${memberId}`,
    kind: 'genesis.sample_granted',
    at: now,
    memberId,
    moves: [
      {
        from: houseAccount('pool:treasury', USDT.id),
        to: memberAccount(memberId, 'legal', USDT.id),
        amount,
      },
    ],
  }
}

/** What a sample member trades with from the first minute. */
export function sampleGranted(memberId: number, now: Date): Entry {
  const grant = (currency: CurrencyId, amount: bigint): Move => ({
    from: houseAccount('pool:treasury', currency),
    to: memberAccount(memberId, 'change', currency),
    amount,
  })
  return {
    key: `genesis:sample:${memberId}`,
    kind: 'genesis.sample_granted',
    at: now,
    memberId,
    moves: [
      grant(USDT.id, 10_000n * UNIT),
      grant(BTC.id, 1n * UNIT),
      grant(BNB.id, 100n * UNIT),
      grant(BTBC.id, 1_000n * UNIT),
    ],
  }
}

function between(from: HousePurpose, to: HousePurpose, currency: CurrencyId, amount: bigint): Move {
  return { from: houseAccount(from, currency), to: houseAccount(to, currency), amount }
}
