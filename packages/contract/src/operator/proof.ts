import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'

/** Proofs on demand: one is also taken each hour. */

export const takeSnapshotNow = operatorEndpoint({
  path: '/proof/snapshot',
  method: 'POST',
  access: 'operator',
  roles: ['finance', 'risk', 'admin'],
  changes: true,
  summary: 'Take a snapshot of the books now, sign what it says, and publish it',
  request: {},
  response: z.object({ number: z.int() }),
  refusals: ['proof_under_way'],
})

export const proofOperatorCalls = { takeSnapshotNow }
