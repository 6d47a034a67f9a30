import type { ProposalKind } from '@btbc/contract/operator/rights.ts'
import type { Tx } from '@btbc/database/database.ts'
import type * as z from 'zod/mini'

import {
  type Accepted,
  type Effect,
  type NewProposal,
  type People,
  proposeOnce,
} from './proposal.ts'

/** A kind of proposal, said in one place: what it carries, and what its acceptance does with that. */

export type Proposals = readonly { kind: ProposalKind; effect: Effect }[]

export function defineProposal<Kind extends ProposalKind, Payload extends object>(defined: {
  kind: Kind
  /** One that waits was proposed to the server of yesterday, perhaps: it is still read. */
  payload: z.ZodMiniType<Payload>
  apply: (tx: Tx, accepted: Accepted<Payload>) => Promise<void>
}) {
  const { kind, payload: carried, apply } = defined
  type Asked = Omit<NewProposal, 'kind' | 'payload'> & { payload: Payload & People }
  const propose = (tx: Tx, asked: Asked) => proposeOnce(tx, { ...asked, kind })
  const effect: Effect = (tx, { payload, ...accepted }) =>
    apply(tx, { ...accepted, payload: carried.parse(payload) })
  return { kind, propose, effect }
}
