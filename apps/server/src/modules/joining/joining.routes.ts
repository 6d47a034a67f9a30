import type { Serve } from '#http/serve.ts'
import type { Passwords } from '#platform/passwords.ts'

import { prepareRegistration, register } from './register.ts'
import { verifyAddress } from './verify.ts'

export function serveJoining(serve: Serve, { passwords }: { passwords: Passwords }): void {
  serve(
    '/user/register',
    ({ db, request, wallNow }) => prepareRegistration(db, { request, passwords, wallNow }),
    ({ prepared, ...context }) => register(context.tx, { ...context, application: prepared }),
  )
  serve('/user/verify', ({ tx, request, caller, now, wallNow }) =>
    verifyAddress(tx, { request, memberId: caller.memberId, now, wallNow }),
  )
}
