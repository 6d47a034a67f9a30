import {
  buyMachine as buyMachineCall,
  listMachines as listMachinesCall,
  listModels as listModelsCall,
} from '@btbc/contract/mining.ts'

import type { Db } from '@btbc/database/database.ts'

import { keyedCallOf } from '#http/idempotency.ts'
import { inBatches } from '#http/in-batches.ts'
import type { Serve, ServeDirect } from '#http/serve.ts'
import { settleDue } from '#modules/mining/index.ts'

import { buyMachines } from './machine.buying.ts'
import { listMachines, listModels } from './machine.ts'

export function serveMachines(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  db: Db,
): void {
  const buy = inBatches(db, buyMachines)
  serve(listModelsCall, ({ tx, caller: { memberId } }) => listModels(tx, { memberId }))
  serveDirect(buyMachineCall, ({ caller: { memberId }, request, key, now, wallNow }) =>
    buy({
      memberId,
      modelId: request.id,
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
