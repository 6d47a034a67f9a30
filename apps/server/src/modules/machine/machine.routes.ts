import {
  buyMachine as buyMachineCall,
  listMachines as listMachinesCall,
  listModels as listModelsCall,
} from '@btbc/contract/mining.ts'

import type { Serve, ServeDirect } from '#http/serve.ts'
import { settleDue } from '#modules/mining/index.ts'

import { buyMachine, listMachines, listModels } from './machine.ts'

export function serveMachines({
  serve,
  serveDirect,
}: {
  serve: Serve
  serveDirect: ServeDirect
}): void {
  serve(listModelsCall, ({ tx, caller: { memberId } }) => listModels(tx, { memberId }))
  serve(buyMachineCall, ({ tx, caller: { memberId }, request, now }) =>
    buyMachine(tx, { memberId, modelId: request.id, now }),
  )
  serveDirect(listMachinesCall, async ({ db, caller: { memberId }, request, now }) => {
    await settleDue(db, { memberId, now })
    return await listMachines(db, { memberId, status: request.statu ?? request.status })
  })
}
