import { addPayee, listPayees as listPayeesCall, removePayee } from '@btbc/contract/payee.ts'

import type { Serve } from '#http/serve.ts'

import { leaveWay, listPayees, takeWay } from './payee.ts'

export function servePayees(serve: Serve): void {
  serve(listPayeesCall, ({ tx, caller: { memberId }, language }) =>
    listPayees(tx, memberId, language),
  )
  serve(addPayee, ({ tx, caller: { memberId }, request: { way }, language, random, now }) =>
    takeWay(tx, { memberId, way, language, random, now }),
  )
  serve(removePayee, async ({ tx, caller: { memberId }, request: { id } }) => {
    await leaveWay(tx, { memberId, id })
    return {}
  })
}
