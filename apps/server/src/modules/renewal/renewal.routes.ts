import {
  leaveContract as leaveContractCall,
  listRenewals as listRenewalsCall,
  renewContract as renewContractCall,
} from '@btbc/contract/renewal.ts'

import type { Serve } from '#http/serve.ts'

import { leaveContract, listRenewals, renewContract } from './renewal.ts'

export function serveRenewals(serve: Serve): void {
  serve(listRenewalsCall, ({ tx, caller: { memberId }, now }) =>
    listRenewals(tx, { memberId, now }),
  )
  serve(renewContractCall, ({ tx, request, caller: { memberId }, now }) => {
    const { kind, id, income, from_earn: fromEarn } = request
    return renewContract(tx, { kind, id, memberId, income, fromEarn, now })
  })
  serve(leaveContractCall, ({ tx, request: { kind, id }, caller: { memberId }, now }) =>
    leaveContract(tx, { kind, id, memberId, now }),
  )
}
