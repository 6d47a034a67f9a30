import { proposePacket } from '@btbc/contract/operator/packet.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import type { RequestJson } from '@btbc/contract/endpoint.ts'

import { callOperator, hire, type TestOperator } from './operators.ts'
import { ok, type TestServer } from './server.ts'

/** Red packets for tests, published as operators do it. */

export type Desk = { olga: TestOperator; otto: TestOperator }
type Asked = RequestJson<typeof proposePacket>

export const reason = 'spring campaign'

export async function openDesk(server: TestServer): Promise<Desk> {
  const olga = await hire(server, 'Olga', ['finance'])
  return { olga, otto: await hire(server, 'Otto', ['finance']) }
}

/** Of 10 USDT in two equal shares, for a day, where nothing else is said. */
export function packetAsked(asked: Partial<Asked> & { code: string }): Asked {
  return {
    currency: 3,
    budget: '10',
    shares: 2,
    split: 'equal',
    audience: 'all',
    hours: 24,
    reason,
    ...asked,
  }
}

/** Proposed by one and accepted by the other. */
export async function publish(
  server: TestServer,
  { olga, otto }: Desk,
  asked: Partial<Asked> & { code: string },
): Promise<void> {
  const proposal = ok(await callOperator(server, proposePacket, packetAsked(asked), { as: olga }))
  const accepted = { id: proposal.id, decision: 'accept' as const, reason }
  ok(await callOperator(server, decideProposal, accepted, { as: otto }))
}
