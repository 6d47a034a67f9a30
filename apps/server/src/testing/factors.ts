import {
  beginAuthenticator,
  confirmAuthenticator,
  readSecurity,
  setFundPin,
} from '@btbc/contract/security.ts'
import { Secret, TOTP } from 'otpauth'

import { ok, type TestMember, type TestServer } from './server.ts'
import { stepUp } from './step-up.ts'

/** What a member confirms with, for tests about something else: `modules/security` tests how it is added. */

export const TEST_PIN = '482913'

/** What an authenticator with this secret shows now, or so many steps of 30 seconds later. */
export function totpCode(server: TestServer, secret: string, steps = 0): string {
  const timestamp = server.clock.wallNow().getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** A fund PIN and an authenticator, as far as the member has none. */
export async function giveFactors(server: TestServer, member: TestMember): Promise<void> {
  const as = member
  const { pin, totp, passkeys } = ok(await server.call(readSecurity, {}, { as }))
  if (!pin) {
    const proof = await stepUp(server, member, 'fund_pin', {})
    const request = { pin: TEST_PIN, password: member.password, proof }
    ok(await server.call(setFundPin, request, { as }))
  }
  if (totp || passkeys > 0) return
  const proof = await stepUp(server, member, 'totp_add', {})
  const { secret } = ok(await server.call(beginAuthenticator, { proof }, { as }))
  ok(await server.call(confirmAuthenticator, { code: totpCode(server, secret) }, { as }))
}
