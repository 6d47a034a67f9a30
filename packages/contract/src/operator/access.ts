import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { everyone, readers, roles } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { captcha } from '#session.ts'
import { Id, list, Nothing, paging, text, Timestamp } from '#wire.ts'

/** Getting in and out of the console. */

export const logInOperator = operatorEndpoint({
  path: '/login',
  method: 'POST',
  access: 'anyone',
  roles: [],
  changes: true,
  summary: 'Log in with mail, password and the code of the authenticator, all at once',
  request: {
    mail: text(254),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    code: z.string().check(z.trim(), z.regex(/^\d{6}$/)),
    ...captcha,
  },
  response: z.object({ token: z.string() }),
  refusals: ['operator_login_failed', 'account_locked', 'captcha_required', 'captcha_wrong'],
})

export const logOutOperator = operatorEndpoint({
  path: '/logout',
  method: 'POST',
  access: 'operator',
  roles: everyone,
  changes: true,
  summary: 'End this session',
  request: {},
  response: Nothing,
  refusals: [],
})

export const readOperator = operatorEndpoint({
  path: '/me',
  method: 'GET',
  access: 'operator',
  roles: everyone,
  changes: false,
  summary: 'Who is logged in, what they may do, and when the session ends',
  request: {},
  response: z.object({
    id: z.int(),
    name: z.string(),
    mail: z.string(),
    roles: z.array(z.enum(roles)),
    session_ends_at: Timestamp,
    idle_ends_at: Timestamp,
  }),
  refusals: [],
})

export const listOperatorSessions = operatorEndpoint({
  path: '/sessions',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Open sessions of all operators, newest first',
  request: paging,
  response: list(
    z.object({
      id: z.int(),
      operator: z.string(),
      device: z.string(),
      ip: z.string(),
      created_at: Timestamp,
      last_seen_at: Timestamp,
      current: z.boolean(),
      /** Whether the caller may end it. */
      yours: z.boolean(),
    }),
  ),
  refusals: [],
})

export const revokeOperatorSession = operatorEndpoint({
  path: '/sessions/revoke',
  method: 'POST',
  access: 'operator',
  roles: everyone,
  changes: true,
  summary: "End one of one's own sessions; an admin ends anybody's",
  request: { id: Id, reason: Reason },
  response: Nothing,
  refusals: ['session_not_found'],
})

export const accessCalls = {
  logInOperator,
  logOutOperator,
  readOperator,
  listOperatorSessions,
  revokeOperatorSession,
}
