import type { Request } from '@btbc/contract/endpoint.ts'
import type { finishPasskey } from '@btbc/contract/security.ts'
import type { Tx } from '@btbc/database/database.ts'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'

/** Proving a passkey: a signature over a fresh challenge, made at this site. */

export const CHALLENGE_BYTES = 32

/** The name that passkeys of an app at this address belong to. */
export function siteName(origin: string): string {
  return new URL(origin).hostname
}

export type PasskeyAnswer = Request<typeof finishPasskey>['credential']

/** What the browser needs to prove one of the member's passkeys, with what it has to sign. */
export async function passkeyOptions(
  tx: Tx,
  request: { memberId: number; origin: string; random: (bytes: number) => Buffer },
): Promise<{ challenge: string; options: Record<string, unknown> }> {
  const { memberId, origin, random } = request
  const known = await keysOf(tx, memberId)
  const options = await generateAuthenticationOptions({
    rpID: siteName(origin),
    challenge: new Uint8Array(random(CHALLENGE_BYTES)),
    allowCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    userVerification: 'required',
  })
  return { challenge: options.challenge, options: { ...options } }
}

/** Judges a signature after `lockFactors`; a counter that went backwards is a copied key. */
export async function isPasskeyRight(
  tx: Tx,
  attempt: {
    memberId: number
    challenge: string
    credential: PasskeyAnswer
    origin: string
    wallNow: Date
  },
): Promise<boolean> {
  const { memberId, challenge, credential, origin, wallNow } = attempt
  const { authenticatorData, signature, clientDataJSON, userHandle } = credential.response
  const key = (await keysOf(tx, memberId)).find((each) => each.credential_id === credential.id)
  if (!key || authenticatorData === undefined || signature === undefined) return false
  const proved = await verifyAuthenticationResponse({
    response: {
      ...identityOf(credential),
      response: {
        authenticatorData,
        signature,
        clientDataJSON,
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: siteName(origin),
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.sign_count),
    },
  }).catch(() => undefined)
  if (proved?.verified !== true) return false
  await tx
    .updateTable('passkey')
    .set({ sign_count: BigInt(proved.authenticationInfo.newCounter), last_used_at: wallNow })
    .where('id', '=', key.id)
    .execute()
  return true
}

export function identityOf({ id, rawId }: PasskeyAnswer) {
  return { id, rawId, type: 'public-key' as const, clientExtensionResults: {} }
}

/** The member’s passkeys, oldest first. */
export async function keysOf(tx: Tx, memberId: number) {
  return await tx
    .selectFrom('passkey')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
}
