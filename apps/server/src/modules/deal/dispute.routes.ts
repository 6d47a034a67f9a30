import {
  listDisputes as listDisputesCall,
  proposeDealDecision,
  readDispute,
  readDisputePicture,
} from '@btbc/contract/operator/dispute.ts'

import { type ServeOperator, writeLook } from '#modules/operator/index.ts'
import type { UploadFiles } from '#modules/upload/index.ts'

import { describeDispute, getDisputed, listDisputes, proposeDecision } from './deal.dispute.ts'
import { openDealPicture } from './deal.messages.ts'
import type { DealRow } from './deal.ts'

const PER_PAGE = 20

export function serveDisputes(serve: ServeOperator, files: UploadFiles): void {
  serve(listDisputesCall, ({ tx, request, now }) => {
    const { show = 'waiting', page = 1, limit = PER_PAGE } = request
    return listDisputes(tx, { show, page, limit, now })
  })
  serve(readDispute, async ({ tx, request: { id }, caller, now, wallNow }) => {
    const dispute = await describeDispute(tx, { id, caller, now })
    const members = [dispute.buyer.id, dispute.seller.id]
    await writeLook(tx, { operatorId: caller.operatorId, members, opened: `deal ${id}`, wallNow })
    return dispute
  })
  serve(readDisputePicture, async ({ tx, request: { id, picture }, note }) => {
    const deal = await getDisputed(tx, id)
    note(`deal ${id}`, { picture, ...sidesOf(deal) })
    return await openDealPicture(tx, { deal, picture, files })
  })
  serve(proposeDealDecision, async ({ tx, request, caller, now, note }) => {
    const { id, buyer_percent: percent, reason } = request
    const deal = await getDisputed(tx, id)
    const proposal = await proposeDecision(tx, { deal, percent, reason, caller, now })
    const { summary, subject } = proposal
    note(subject, { proposal: String(proposal.id), summary, ...sidesOf(deal) })
    return proposal
  })
}

/** Whom an action is about, in the audit log. */
function sidesOf(deal: DealRow) {
  return { buyer: String(deal.buyer_id), seller: String(deal.seller_id) }
}
