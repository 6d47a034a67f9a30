import type { Request } from '@btbc/contract/endpoint.ts'
import type { logInByPasskey as logInByPasskeyCall } from '@btbc/contract/own-passkeys.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { lockMember } from '#modules/account/index.ts'
import { openSession, refuseFrozenLogin } from '#modules/session/index.ts'
import type { CallerAddress } from '#network/caller-address.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { askToUse } from '#platform/passkeys.ts'
import { lockFactors } from './factor-tries.ts'
import { usePasskey } from './passkey-proof.ts'

/**
 * Logging in by passkey: the device knows whose it is, so nobody types a name and nothing is said
 * about which accounts there are. A signature cannot be guessed, so no tries are counted: strangers
 * would only use them up.
 */

const CHALLENGE_ID_BYTES = 32
const CHALLENGE_MS = 5 * MINUTE_MS

/** What the browser needs to ask for whichever passkey of this site the device has. */
export async function beginPasskeyLogin(
  tx: Tx,
  request: { origin: string; random: (bytes: number) => Buffer; wallNow: Date },
): Promise<{ challenge_id: string; options: Record<string, unknown> }> {
  const { origin, random, wallNow } = request
  const { challenge, options } = await askToUse({ origin, random })
  const challengeId = random(CHALLENGE_ID_BYTES).toString('base64url')
  await tx
    .insertInto('passkey_login')
    .values({
      challenge_id: challengeId,
      challenge,
      expires_at: new Date(wallNow.getTime() + CHALLENGE_MS),
    })
    .execute()
  return { challenge_id: challengeId, options }
}

/** Answers the token. A refusal is returned: the challenge is used up by any answer. */
export async function logInByPasskey(
  tx: Tx,
  parts: {
    request: Request<typeof logInByPasskeyCall>
    origin: string
    from: CallerAddress
    isLocal: boolean
    device: string
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<string | Refusal> {
  const { request, origin, from, isLocal, device, random, wallNow } = parts
  const { challenge_id: challengeId, credential, remember = true } = request
  const begun = await tx
    .deleteFrom('passkey_login')
    .where('challenge_id', '=', challengeId)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  if (!begun || begun.expires_at <= wallNow) return new Refusal('passkey_invalid')
  const key = await tx
    .selectFrom('passkey')
    .select('member_id')
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  if (!key) return new Refusal('passkey_unknown')
  const { member_id: memberId } = key
  const member = await lockMember(tx, memberId)
  await lockFactors(tx, memberId)
  const { challenge } = begun
  const used = await usePasskey(tx, { memberId, challenge, credential, origin, wallNow })
  // From anywhere else sample members are nobody's (house rule 9).
  if (!used || (member.is_sample && !isLocal)) return new Refusal('passkey_invalid')
  refuseFrozenLogin(member)
  if (!used.opens) return new Refusal('passkey_closed')
  return await openSession(tx, { memberId, remember, device, ip: from.ip, random, wallNow })
}
