import { listStuckNonces, proposeReplacingNonce } from '@btbc/contract/operator/nonce.ts'

import type { ServeOperator } from '#modules/operator/index.ts'

import { listStuck, proposeReplacing } from './nonce.ts'

export function serveNonces(serve: ServeOperator): void {
  serve(listStuckNonces, ({ tx, caller, now }) => listStuck(tx, { caller, now }))
  serve(proposeReplacingNonce, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeReplacing(tx, { ...request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
}
