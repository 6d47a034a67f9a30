import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { packetAudiences, packetSplits } from '#packet-rules.ts'
import { Amount, Id, int, list, paging, text, Timestamp } from '#wire.ts'

/** Red packets as the house sees them: with their codes. */

const SHARES_MAX = 10_000
const HOURS_MAX = 90 * 24

export const listHousePackets = operatorEndpoint({
  path: '/packets',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Red packets with their codes, newest first',
  request: { ...paging },
  response: list(
    z.object({
      id: z.int(),
      code: z.string(),
      state: z.enum(['proposed', 'dropped', 'open', 'ended']),
      currency: z.int(),
      budget: Amount,
      paid: Amount,
      shares: z.int(),
      taken: z.int(),
      split: z.enum(packetSplits),
      audience: z.enum(packetAudiences),
      ends_at: Timestamp,
      seed_hash: z.string(),
    }),
  ),
  refusals: [],
})

export const proposePacket = operatorEndpoint({
  path: '/packet/propose',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['packet.publish'],
  changes: true,
  summary: 'Propose a red packet: accepted by another operator, its budget is set aside',
  request: {
    /** 6 to 32 letters and digits; capitals and small ones are the same. */
    code: text(64),
    currency: int(1, 10_000),
    budget: Amount,
    shares: int(1, SHARES_MAX),
    split: z.enum(packetSplits),
    audience: z.enum(packetAudiences),
    /** From the proposal to its end. */
    hours: int(1, HOURS_MAX),
    reason: Reason,
  },
  response: Proposal,
  refusals: [
    'operator_not_allowed',
    'pool_unknown',
    'pool_source_short',
    'packet_code_form',
    'packet_code_taken',
    'packet_budget',
  ],
})

export const proposeEndingPacket = operatorEndpoint({
  path: '/packet/end',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['packet.end'],
  changes: true,
  summary: 'Propose to end an open red packet now: what is left goes back to the pool',
  request: { id: Id, reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'packet_not_open', 'proposal_pending'],
})

export const packetOperatorCalls = { listHousePackets, proposePacket, proposeEndingPacket }
