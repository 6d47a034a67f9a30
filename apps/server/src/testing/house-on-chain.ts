import { readOverview, reconcileNow } from '@btbc/contract/operator/reconciliation.ts'

import { CONFIRMATIONS } from '#chain/chain.ts'

import { startTestChain } from './chain.ts'
import { callOperator, hire } from './operators.ts'
import { ok, startTestServer } from './server.ts'

/** A house on a chain, and the operators who look after what the two say of each other. */
export async function startHouseOnChain() {
  const chain = await startTestChain()
  const server = await startTestServer({ rateLimits: false }, { chain })
  const rita = await hire(server, 'Rita', ['risk'])
  const fin = await hire(server, 'Fin', ['finance'])
  /** Everything final, every work at the same block, and compared. */
  const compare = async () => {
    await chain.mine(CONFIRMATIONS + 2)
    await server.app.chainWorks?.step()
    ok(await callOperator(server, reconcileNow, {}, { as: rita }))
    return ok(await callOperator(server, readOverview, {}, { as: rita }))
  }
  return { chain, server, rita, fin, compare }
}
