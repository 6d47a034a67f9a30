import { memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

/**
 * The end of a deal in the books. Its opening needs no entry: the seller's P2P wallet held the coins as
 * stock of the offer, and holds them as escrow from then on.
 */

type Released = { id: number; offerId: number; sellerId: number; buyerId: number; amount: bigint }

export function dealReleased(deal: Released, now: Date): Entry {
  return { ...released(deal, now), kind: 'deal.released' }
}

/** A part of the escrow; the rest stays held, as stock again. */
export function dealSplit(deal: Released, now: Date): Entry {
  return { ...released(deal, now), kind: 'deal.split' }
}

function released({ id, offerId, sellerId, buyerId, amount }: Released, now: Date) {
  const legalOf = (memberId: number) => memberAccount(memberId, 'legal', currencies.USDT.id)
  return {
    key: `deal:${id}:ended`,
    at: now,
    memberId: buyerId,
    note: { deal: id, offer: offerId, order_no: `D${id}` },
    moves: [{ from: legalOf(sellerId), fromPart: 'held' as const, to: legalOf(buyerId), amount }],
  }
}
