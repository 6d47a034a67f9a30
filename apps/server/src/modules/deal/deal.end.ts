import type { Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'

import { returnStock } from '#modules/offer/index.ts'
import { endProposal } from '#modules/review/index.ts'
import type { Remark } from '#platform/remarks.ts'
import { transition } from '#platform/state-machine.ts'

import { dealReleased, dealSplit } from './deal.entries.ts'
import { dealStates } from './deal.states.ts'
import { tellBoth } from './deal.tell.ts'
import { decisionAbout, type DealRow } from './deal.ts'

/** The one way a deal ends: its escrow goes to the buyer, back into the stock, or in part to each. */

type End = 'cancel' | 'lapse' | 'confirm' | 'agree' | 'release' | 'return' | 'split'

export async function endDeal(
  tx: Tx,
  row: DealRow,
  end: {
    event: End
    toBuyer: bigint
    reason: Remark
    /** Counted against the buyer. */
    isMisuse?: boolean
    now: Date
    wallNow: Date
  },
): Promise<void> {
  const { event, toBuyer, reason, isMisuse = false, now, wallNow } = end
  const set = { to_buyer: toBuyer, reason, due_at: null, is_misuse: isMisuse, turn_at: now }
  const ended = await transition(tx, dealStates, row, event, { now, set })
  // The two sides may have ended what operators were about to.
  if (row.state === 'disputed') await endProposal(tx, { ...decisionAbout(row.id), now })
  const { id, offer_id: offerId, seller_id: sellerId, buyer_id: buyerId, number } = row
  const back = number - toBuyer
  const ofOffer = { id: offerId, memberId: sellerId, isFirst: row.is_first }
  await returnStock(tx, { ...ofOffer, ended: number, back })
  if (toBuyer > 0n) {
    const released = { id, offerId, sellerId, buyerId, amount: toBuyer }
    await post(tx, toBuyer === number ? dealReleased(released, now) : dealSplit(released, now))
  }
  const kind = kinds[ended.state]
  const why = 'code' in reason ? reason.code : reason.words
  if (kind) await tellBoth(tx, ended, { kind, why, wallNow })
}

const kinds: Partial<Record<DealRow['state'], 'deal_finished' | 'deal_split' | 'deal_cancelled'>> =
  {
    finished: 'deal_finished',
    split: 'deal_split',
    cancelled: 'deal_cancelled',
  }
