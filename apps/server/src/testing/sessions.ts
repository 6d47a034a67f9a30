import { readProfile } from '@btbc/contract/account.ts'
import { logIn as logInCall } from '@btbc/contract/session.ts'
import { expect } from 'vitest'

import { ok, type TestServer } from './server.ts'

/** What tests of sessions ask. */

export async function logIn(
  server: TestServer,
  { mail, password }: { mail: string; password: string },
  remember?: boolean,
): Promise<{ token: string }> {
  const request = { user_string: mail, password, ...(remember === undefined ? {} : { remember }) }
  return { token: ok(await server.call(logInCall, request)) }
}

export async function isOpen(server: TestServer, as: { token: string }): Promise<boolean> {
  const answer = await server.call(readProfile, {}, { as })
  if (answer.type === 999) expect(answer.code).toBe('login_required')
  return answer.type === 'ok'
}

/** What members were told besides codes. */
export async function notices(server: TestServer): Promise<string[]> {
  const rows = await server.db.selectFrom('outbox').select('subject').orderBy('id').execute()
  return rows.map((each) => each.subject).filter((each) => !each.includes('code'))
}
