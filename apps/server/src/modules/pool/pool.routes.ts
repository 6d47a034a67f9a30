import {
  listPools as listPoolsCall,
  proposeFunding as proposeFundingCall,
} from '@btbc/contract/operator/pool.ts'

import type { ServeOperator } from '#modules/operator/index.ts'

import { listPools, proposeFunding } from './pool.ts'

export function servePools(serve: ServeOperator): void {
  serve(listPoolsCall, ({ tx }) => listPools(tx))
  serve(proposeFundingCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeFunding(tx, { ...request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
}
