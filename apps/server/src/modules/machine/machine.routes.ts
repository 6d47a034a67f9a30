import {
  buyMachine as buyMachineCall,
  listMachines as listMachinesCall,
  listModels as listModelsCall,
} from '@btbc/contract/mining.ts'

import { proposeMachine as proposeMachineCall } from '@btbc/contract/operator/machine.ts'
import type { Db } from '@btbc/database/database.ts'

import { keyedCallOf } from '#http/idempotency.ts'
import { inBatches } from '#http/in-batches.ts'
import type { Calls } from '#module.ts'
import { settleDue } from '#modules/mining/index.ts'

import { proposeMachine } from './machine.adding.ts'
import { buyMachines } from './machine.buying.ts'
import { listMachines, listModels } from './machine.ts'

export function serveMachines({ serve, serveDirect, serveOperator }: Calls, db: Db): void {
  const buy = inBatches(db, buyMachines)
  serve(listModelsCall, ({ tx, caller: { memberId }, now }) => listModels(tx, { memberId, now }))
  serveOperator(proposeMachineCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeMachine(tx, { ...request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
  serveDirect(buyMachineCall, ({ caller: { memberId }, request, key, now, wallNow }) =>
    buy({
      memberId,
      modelId: request.id,
      shown: request,
      now,
      wallNow,
      call: keyedCallOf(buyMachineCall, { memberId, request, key, wallNow }),
    }),
  )
  serveDirect(listMachinesCall, async ({ caller: { memberId }, request, now }) => {
    await settleDue(db, { memberId, now })
    return await listMachines(db, { memberId, status: request.statu ?? request.status })
  })
}
