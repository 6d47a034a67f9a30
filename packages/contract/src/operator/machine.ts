import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { machinePictures } from '#operator/machine-pictures.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles } from '#operator/rights.ts'
import { Reason, TypedFigures } from '#operator/words.ts'
import { optional, Timestamp } from '#wire.ts'

/** Machines that the shop does not have yet; what there is is changed as settings are. */

export const proposeMachine = operatorEndpoint({
  path: '/machine',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['machine.add'],
  changes: true,
  summary: 'Propose a new machine of the shop, sold from a moment on, or from its acceptance',
  request: {
    name: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,19}$/)),
    picture: z.enum(machinePictures),
    /** 3 USDT, 28 BTBC: what it is bought in. */
    currency: z.union([z.literal(3), z.literal(28)]),
    /** Its figures, as those of any machine among the settings. */
    value: TypedFigures,
    effective_at: optional(Timestamp),
    reason: Reason,
  },
  response: Proposal,
  refusals: [
    'operator_not_allowed',
    'proposal_pending',
    'machine_known',
    'setting_bounds',
    'setting_odd',
    'setting_past',
  ],
})

export const machineOperatorCalls = { proposeMachine }
