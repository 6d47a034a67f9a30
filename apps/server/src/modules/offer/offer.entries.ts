import { memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

/** The stock of an offer in the books: held in the seller's P2P wallet, or given back to it. */

type Stocking = { id: number; memberId: number; /** Which one of the offer. */ count: number }

export function offerStocked(stocking: Stocking, amount: bigint, now: Date): Entry {
  const legal = legalOf(stocking)
  return {
    ...entryOf(stocking, now),
    kind: 'offer.stocked',
    moves: [{ from: legal, to: legal, toPart: 'held', amount }],
  }
}

export function offerUnstocked(stocking: Stocking, amount: bigint, now: Date): Entry {
  const legal = legalOf(stocking)
  return {
    ...entryOf(stocking, now),
    kind: 'offer.unstocked',
    moves: [{ from: legal, fromPart: 'held', to: legal, amount }],
  }
}

function entryOf({ id, memberId, count }: Stocking, now: Date) {
  return { key: `offer:${id}:stock:${count}`, at: now, memberId, note: { offer: id } }
}

function legalOf({ memberId }: Stocking) {
  return memberAccount(memberId, 'legal', currencies.USDT.id)
}
