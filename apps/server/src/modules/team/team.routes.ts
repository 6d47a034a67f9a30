import { addInvite, rememberInvite } from '@btbc/contract/account.ts'

import type { Serve } from '#http/serve.ts'

import { addInviter, rememberVisit } from './invites.ts'

export function serveTeam(serve: Serve): void {
  serve(addInvite, ({ tx, request, caller, now, wallNow }) => {
    const { memberId } = caller
    return addInviter(tx, { memberId, extensionCode: request.extension_code, now, wallNow })
  })
  serve(rememberInvite, ({ tx, request, from, now }) => {
    const { visitor, extension_code: extensionCode } = request
    return rememberVisit(tx, { visitor, extensionCode, from, now })
  })
}
