import { logIn } from '@btbc/contract/session.ts'

import { ok, type TestMember, type TestServer } from './server.ts'

/** Logs a member in on another device: a session that is older than a login outlives its own freeze. */
export async function logInElsewhere(
  server: TestServer,
  { mail, password }: TestMember,
): Promise<{ token: string }> {
  return { token: ok(await server.call(logIn, { user_string: mail, password })) }
}
