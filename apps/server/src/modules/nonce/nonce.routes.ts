import type { ServeOperator } from '#modules/operator/index.ts'

import { listStuck, proposeReplacing } from './nonce.ts'

export function serveNonces(serve: ServeOperator): void {
  serve('/nonces', ({ tx, caller, now }) => listStuck(tx, { caller, now }))
  serve('/nonces/replace', async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeReplacing(tx, { ...request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
}
