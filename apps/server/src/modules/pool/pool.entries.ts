import { houseAccount, type HousePurpose } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

export function poolFunded(funding: {
  proposalId: number
  from: HousePurpose
  pool: HousePurpose
  currency: CurrencyId
  amount: bigint
  now: Date
}): Entry {
  const { proposalId, from, pool, currency, amount, now } = funding
  return {
    key: `pool:proposal:${proposalId}`,
    kind: 'pool.funded',
    at: now,
    note: { proposal: proposalId },
    moves: [{ from: houseAccount(from, currency), to: houseAccount(pool, currency), amount }],
  }
}
