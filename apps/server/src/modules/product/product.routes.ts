import {
  listEarnTerms,
  proposeFundTerms as proposeFundTermsCall,
  proposeLockTerms as proposeLockTermsCall,
} from '@btbc/contract/operator/earn.ts'

import type { ServeOperator } from '#modules/operator/index.ts'

import { listTerms, proposeFundTerms, proposeLockTerms } from './product.ts'

export function serveProducts(serve: ServeOperator): void {
  serve(listEarnTerms, ({ tx, now }) => listTerms(tx, now))
  serve(proposeLockTermsCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeLockTerms(tx, { request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
  serve(proposeFundTermsCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeFundTerms(tx, { request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
}
