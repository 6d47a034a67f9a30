import {
  buyMachine as buyMachineCall,
  listMachines as listMachinesCall,
  listModels as listModelsCall,
} from '@btbc/contract/mining.ts'

import type { Serve } from '#http/serve.ts'

import { buyMachine, listMachines, listModels } from './machine.ts'

const ALL = -1

export function serveMachines(serve: Serve): void {
  serve(listModelsCall, ({ tx, caller: { memberId } }) => listModels(tx, { memberId }))
  serve(buyMachineCall, ({ tx, caller: { memberId }, request, now }) =>
    buyMachine(tx, { memberId, modelId: request.id, now }),
  )
  serve(listMachinesCall, ({ tx, caller: { memberId }, request, now }) =>
    listMachines(tx, { memberId, status: request.statu ?? request.status ?? ALL, now }),
  )
}
