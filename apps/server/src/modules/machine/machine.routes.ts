import {
  buyMachine as buyMachineCall,
  listMachines as listMachinesCall,
  listModels as listModelsCall,
} from '@btbc/contract/mining.ts'

import type { Db } from '@btbc/database/database.ts'

import { answersStored, findAnswers, keyedCallOf } from '#http/idempotency.ts'
import type { Serve, ServeDirect } from '#http/serve.ts'
import { inTransaction } from '#http/transaction.ts'
import { settleDue } from '#modules/mining/index.ts'
import { together } from '#platform/together.ts'

import { type Bought, buyMachines, type Purchase } from './machine.buying.ts'
import { listMachines, listModels } from './machine.ts'

/** Sales of one batch. */
const BATCH_MAX = 200

export function serveMachines(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  db: Db,
): void {
  const buy = openPurchases(db)
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

/** Purchases of machines of many members, in batches. */
export function openPurchases(db: Db): (purchase: Purchase) => Promise<Bought> {
  const keeping = { findAnswers, answersStored }
  return together({
    most: BATCH_MAX,
    nameOf: ({ memberId }: Purchase) => memberId,
    work: (purchases, { alone }) =>
      inTransaction(db, (tx) => buyMachines(tx, purchases, { waits: alone, keeping })),
  })
}
