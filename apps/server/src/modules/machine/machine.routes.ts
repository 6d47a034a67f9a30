import type { Serve } from '#http/serve.ts'

import { buyMachine, listMachines, listModels } from './machine.ts'

const ALL = -1

export function serveMachines(serve: Serve): void {
  serve('/machine/list', ({ tx, caller: { memberId } }) => listModels(tx, { memberId }))
  serve('/machine/buy', ({ tx, caller: { memberId }, request, now }) =>
    buyMachine(tx, { memberId, modelId: request.id, now }),
  )
  serve('/machine/my', ({ tx, caller: { memberId }, request, now }) =>
    listMachines(tx, { memberId, status: request.statu ?? request.status ?? ALL, now }),
  )
}
