import type { Response } from '@btbc/contract/endpoint.ts'
import type { listPasskeys as listPasskeysCall } from '@btbc/contract/own-passkeys.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { PasskeyAnswer } from '@btbc/contract/passkey.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { askToMake, judgeMade } from '#platform/passkeys.ts'

import { displayName, getMember } from '#modules/account/index.ts'
import { tellOfChange } from './changes.ts'
import { lockFactors } from './factor-tries.ts'
import { keysOf } from './passkey-proof.ts'
import { ensureRecoveryCodes } from './recovery-codes.ts'
import { afterRemoval } from './removal.ts'
import { type SessionCaller, lockCaller } from '#modules/session/index.ts'

/** The passkeys of a member: added, listed, removed. */

const PASSKEYS_MAX = 10
const REGISTRATION_MS = 10 * MINUTE_MS

type Protected = {
  memberId: number
  confirm: Confirm
  now: Date
  wallNow: Date
}

export async function listPasskeys(
  tx: Tx,
  memberId: number,
): Promise<Response<typeof listPasskeysCall>> {
  return await tx
    .selectFrom('passkey')
    .select(['id', 'label', 'created_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute()
}

/** What the browser needs to make a passkey. */
export async function beginPasskey(
  tx: Tx,
  request: Protected & { origin: string; random: (bytes: number) => Buffer },
): Promise<{ options: Record<string, unknown> }> {
  const { memberId, confirm, origin, random, wallNow } = request
  await confirm()
  await lockFactors(tx, memberId)
  const known = await keysOf(tx, memberId)
  if (known.length >= PASSKEYS_MAX) {
    throw new Refusal('too_many_passkeys', { limit: PASSKEYS_MAX })
  }
  const member = await getMember(tx, memberId)
  const { challenge, options } = await askToMake({
    origin,
    random,
    holder: { handle: member.account_number, name: displayName(member) },
    known,
    findable: 'preferred',
  })
  const values = {
    challenge,
    expires_at: new Date(wallNow.getTime() + REGISTRATION_MS),
  }
  await tx
    .insertInto('passkey_registration')
    .values({ member_id: memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
  return { options }
}

/** Keeps the passkey the browser has made. */
export async function finishPasskey(
  tx: Tx,
  request: {
    caller: SessionCaller
    label: string
    credential: PasskeyAnswer
    origin: string
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<{ id: number; recovery_codes: string[] }> {
  const { caller, label, credential, origin, random, wallNow } = request
  const { memberId } = caller
  await lockCaller(tx, caller)
  await lockFactors(tx, memberId)
  const begun = await tx
    .deleteFrom('passkey_registration')
    .where('member_id', '=', memberId)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  if (!begun || begun.expires_at <= wallNow) throw new Refusal('passkey_invalid')
  const made = await judgeMade({ credential, challenge: begun.challenge, origin })
  if (!made) throw new Refusal('passkey_invalid')
  const kept = await tx
    .insertInto('passkey')
    .values({ ...made, member_id: memberId, label, created_at: wallNow })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!kept) throw new Refusal('passkey_known')
  const codes = await ensureRecoveryCodes(tx, memberId, random)
  await tellOfChange(tx, { memberId, change: 'passkey_added', wallNow })
  return { id: kept.id, recovery_codes: codes }
}

export async function removePasskey(tx: Tx, request: Protected & { id: number }): Promise<void> {
  const { memberId, id, confirm } = request
  await confirm()
  await lockFactors(tx, memberId)
  const removed = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw new Refusal('passkey_not_found')
  await afterRemoval(tx, { ...request, change: 'passkey_removed' })
}
