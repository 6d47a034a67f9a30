import {
  listOperatorSessions as listOperatorSessionsCall,
  logInOperator,
  logOutOperator,
  readOperator,
  revokeOperatorSession,
} from '@btbc/contract/operator/access.ts'

import type { Passwords } from '#platform/passwords.ts'

import { operatorLogin, prepareOperatorLogin } from './operator-login.ts'
import type { ServeOperator } from './operator-serve.ts'
import { endOperatorSession, listOperatorSessions } from './operator-session.ts'

const PER_PAGE = 50

export function serveAccess(serve: ServeOperator, passwords: Passwords): void {
  serve(
    logInOperator,
    ({ db, request, from, isLocal, wallNow }) =>
      prepareOperatorLogin(db, {
        request,
        origin: from,
        isLocal,
        passwords,
        wallNow,
      }),
    ({ prepared, from, ...context }) =>
      operatorLogin(context.tx, { ...context, tried: prepared, origin: from }),
  )
  serve(logOutOperator, async ({ tx, caller, note }) => {
    await endOperatorSession(tx, { caller, id: caller.sessionId })
    note(`session ${caller.sessionId}`)
    return {}
  })
  serve(readOperator, async ({ caller }) => ({
    id: caller.operatorId,
    name: caller.name,
    mail: caller.mail,
    roles: [...caller.roles],
    session_ends_at: caller.sessionEndsAt,
    idle_ends_at: caller.idleEndsAt,
  }))
  serve(listOperatorSessionsCall, ({ tx, caller, request, wallNow }) => {
    const { page = 1, limit = PER_PAGE } = request
    return listOperatorSessions(tx, { caller, page, limit, wallNow })
  })
  serve(revokeOperatorSession, async ({ tx, caller, request: { id }, note }) => {
    const operatorId = await endOperatorSession(tx, { caller, id })
    note(`operator ${operatorId}`, { session: String(id) })
    return {}
  })
}
