import { verifyAddress as verifyAddressCall } from '@btbc/contract/account.ts'
import { registerMember } from '@btbc/contract/session.ts'

import type { Serve } from '#http/serve.ts'
import type { Passwords } from '#platform/passwords.ts'

import { prepareRegistration, register } from './register.ts'
import { verifyAddress } from './verify.ts'

export function serveJoining(serve: Serve, { passwords }: { passwords: Passwords }): void {
  serve(
    registerMember,
    ({ db, request, wallNow }) => prepareRegistration(db, { request, passwords, wallNow }),
    ({ prepared, ...context }) => register(context.tx, { ...context, application: prepared }),
  )
  serve(verifyAddressCall, ({ tx, request, caller, now, wallNow }) =>
    verifyAddress(tx, { request, memberId: caller.memberId, now, wallNow }),
  )
}
