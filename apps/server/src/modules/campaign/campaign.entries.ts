import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { type CurrencyId, currencies } from '@btbc/money/currency.ts'

/** A campaign in the books: its budget is set aside, prizes are paid from it, the rest goes back. */

/** `id` is the campaign's. */
type Sum = { id: number; currency: CurrencyId; amount: bigint }

/** What prizes can be made of. */
export function prizeCurrency(id: number): CurrencyId {
  const known = [currencies.USDT.id, currencies.BTBC.id].find((each) => each === id)
  if (known === undefined) throw new Error(`a campaign of currency ${id}`)
  return known
}

export function budgetReserved({ id, currency, amount }: Sum, now: Date): Entry {
  const from = houseAccount('pool:campaign', currency)
  const moves = [{ from, to: houseAccount('reserve:campaign', currency), amount }]
  return { key: `campaign:${id}:reserved:${currency}`, kind: 'campaign.reserved', at: now, moves }
}

export function prizePaid(award: Sum & { award: number; memberId: number }, now: Date): Entry {
  const { id, award: awardId, currency, amount, memberId } = award
  const from = houseAccount('reserve:campaign', currency)
  return {
    key: `campaign:award:${awardId}`,
    kind: 'campaign.paid',
    at: now,
    memberId,
    note: { campaign: id },
    moves: [{ from, to: memberAccount(memberId, 'micro', currency), amount }],
  }
}

export function restReturned({ id, currency, amount }: Sum, now: Date): Entry {
  const from = houseAccount('reserve:campaign', currency)
  const moves = [{ from, to: houseAccount('pool:campaign', currency), amount }]
  return { key: `campaign:${id}:returned:${currency}`, kind: 'campaign.returned', at: now, moves }
}
