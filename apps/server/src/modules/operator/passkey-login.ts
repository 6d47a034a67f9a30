import type { Request } from '@btbc/contract/endpoint.ts'
import type { enterByPasskey as enterByPasskeyCall } from '@btbc/contract/operator/passkey.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { CallerAddress } from '#network/caller-address.ts'
import { askToUse } from '#platform/passkeys.ts'

import { writeAction } from './audit-log.ts'
import { openOperatorSession } from './operator-session.ts'
import { keepChallenge, spendChallenge } from './passkey-challenge.ts'
import { lockOperator, usePasskey } from './passkey-keys.ts'

/**
 * Logging in to the console by passkey alone: the device is had, and it has made sure who holds it. A
 * signature cannot be guessed, so no tries are counted: strangers would only use them up.
 */

/** What the browser needs to ask for whichever passkey of this site the device has. */
export async function beginPasskeyEntry(
  tx: Tx,
  { origin, random, wallNow }: { origin: string; random: (bytes: number) => Buffer; wallNow: Date },
) {
  const asked = await askToUse({ origin, random })
  const login = { operatorId: null, action: 'login', subject: '' } as const
  return await keepChallenge(tx, { ...login, asked, random, wallNow })
}

/** Answers the token. A refusal is returned: the challenge is used up by any answer. */
export async function enterByPasskey(
  tx: Tx,
  parts: {
    request: Request<typeof enterByPasskeyCall>
    origin: string
    from: CallerAddress
    isLocal: boolean
    device: string
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<{ token: string } | Refusal> {
  const { request, origin, from, isLocal, device, random, wallNow } = parts
  const { challenge_id: challengeId, credential } = request
  const login = { operatorId: null, action: 'login' } as const
  const begun = await spendChallenge(tx, { ...login, challengeId, wallNow })
  if (!begun) return new Refusal('passkey_invalid')
  const holder = await findHolder(tx, credential.id)
  if (!holder || !(await lockOperator(tx, holder.id))) return new Refusal('passkey_unknown')
  const { id: operatorId, sample } = holder
  // From anywhere else sample operators are nobody's (house rule 9).
  const isHere = sample === null || isLocal
  const { challenge } = begun
  const tried = { operatorId, challenge, credential, origin, wallNow }
  const key = isHere ? await usePasskey(tx, tried) : undefined
  const about = { operatorId, subject: `from ${from.ip}`, reason: '', wallNow }
  if (!key) {
    await writeAction(tx, { ...about, action: 'login.failed', details: { by: 'passkey' } })
    return new Refusal('passkey_invalid')
  }
  const token = await openOperatorSession(tx, { operatorId, device, ip: from.ip, random, wallNow })
  const details = { device, by: `passkey ${key.label}` }
  await writeAction(tx, { ...about, action: 'login', details })
  return { token }
}

async function findHolder(
  tx: Tx,
  credentialId: string,
): Promise<{ id: number; sample: string | null } | undefined> {
  return await tx
    .selectFrom('operator_passkey')
    .innerJoin('operator', 'operator.id', 'operator_passkey.operator_id')
    .select(['operator.id', 'sample'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}
