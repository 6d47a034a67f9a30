import {
  countAirdrop as countAirdropCall,
  listAirdropMembers as listAirdropMembersCall,
  listAirdrops as listAirdropsCall,
  listLeftOut as listLeftOutCall,
  proposeAirdrop as proposeAirdropCall,
} from '@btbc/contract/operator/airdrop.ts'

import type { ServeOperator } from '#modules/operator/index.ts'

import { countAirdrop, proposeAirdrop } from './airdrop.publish.ts'
import { listAirdrops, listMembers } from './airdrop.ts'

const PER_PAGE = 50

export function serveAirdrops(serve: ServeOperator): void {
  serve(countAirdropCall, ({ tx, request, now }) => countAirdrop(tx, { request, now }))
  serve(listAirdropsCall, ({ tx, request: { page = 1, limit = PER_PAGE } }) =>
    listAirdrops(tx, { page, limit }),
  )
  serve(listAirdropMembersCall, ({ tx, request: { id, page = 1, limit = PER_PAGE } }) =>
    listMembers(tx, { id, of: 'all', page, limit }),
  )
  serve(listLeftOutCall, ({ tx, request: { id, page = 1, limit = PER_PAGE } }) =>
    listMembers(tx, { id, of: 'left out', page, limit }),
  )
  serve(proposeAirdropCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeAirdrop(tx, { request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
}
