import { verifyAddress as verifyAddressCall } from '@btbc/contract/account.ts'
import { registerMember } from '@btbc/contract/session.ts'

import type { Serve } from '#http/serve.ts'
import type { Passwords } from '#platform/passwords.ts'
import { startWaitingLine } from '#platform/waiting-line.ts'

import { prepareRegistration, register } from './register.ts'
import { verifyAddress } from './verify.ts'

/**
 * All who join wait for the same pools, and some may come by the thousand: few enough at once that most
 * connections are left for others, and no answer later than a client waits for it.
 */
const MOST = { atOnce: 4, waiting: 2000, waitMs: 10_000 }

export function serveJoining(serve: Serve, { passwords }: { passwords: Passwords }): void {
  serve(
    registerMember,
    ({ db, request, wallNow }) => prepareRegistration(db, { request, passwords, wallNow }),
    ({ prepared, ...context }) => register(context.tx, { ...context, application: prepared }),
    startWaitingLine(MOST),
  )
  serve(verifyAddressCall, ({ tx, request, caller, now, wallNow }) =>
    verifyAddress(tx, { request, memberId: caller.memberId, now, wallNow }),
  )
}
