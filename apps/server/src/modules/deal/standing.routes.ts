import {
  blockMember as blockMemberCall,
  listBlocked as listBlockedCall,
  rateDeal as rateDealCall,
} from '@btbc/contract/deal-standing.ts'

import type { Serve } from '#http/serve.ts'

import { blockMember, listBlocked } from './deal.block.ts'
import { rateDeal } from './deal.rating.ts'

const PER_PAGE = 20

export function serveStanding(serve: Serve): void {
  serve(rateDealCall, ({ tx, caller: { memberId }, request: { id, up, text }, now }) =>
    rateDeal(tx, { memberId, id, isUp: up, text, now }),
  )
  serve(blockMemberCall, ({ tx, caller: { memberId }, request: { id, blocked }, now }) =>
    blockMember(tx, { memberId, id, isBlocked: blocked, now }),
  )
  serve(listBlockedCall, ({ tx, caller: { memberId }, request: { page = 1, limit = PER_PAGE } }) =>
    listBlocked(tx, { memberId, page, limit }),
  )
}
