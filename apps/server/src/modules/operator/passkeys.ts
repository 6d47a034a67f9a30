import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type {
  addOperatorPasskey,
  askOperatorPasskey,
  beginOperatorPasskey,
  listOperatorPasskeys,
} from '@btbc/contract/operator/passkey.ts'
import { everyone } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { askToMake, askToUse, judgeMade } from '#platform/passkeys.ts'

import { callOperators } from './call-operators.ts'
import { type Proven, proveOperator } from './operator-proof.ts'
import type { OperatorCaller } from './operator-session.ts'
import { keepChallenge, spendChallenge } from './passkey-challenge.ts'
import { keysOf, lockOperator } from './passkey-keys.ts'

/**
 * Passkeys of operators. They stand beside the authenticator, which nobody removes: whoever loses every
 * device with a passkey still gets in, so the last passkey may go.
 */

const PASSKEYS_MAX = 10

type Caller = { caller: OperatorCaller }
type Site = { origin: string; random: (bytes: number) => Buffer; wallNow: Date }

export async function listPasskeys(
  tx: Tx,
  { caller }: Caller,
): Promise<Response<typeof listOperatorPasskeys>> {
  const keys = await keysOf(tx, caller.operatorId)
  return keys.map(({ id, label, created_at, last_used_at }) => ({
    id,
    label,
    created_at,
    last_used_at,
  }))
}

/** What one of the caller's passkeys has to sign to confirm this act. */
export async function askPasskey(
  tx: Tx,
  parts: Caller & Site & { request: Request<typeof askOperatorPasskey> },
) {
  const { caller, request, origin, random, wallNow } = parts
  const { operatorId } = caller
  const known = await keysOf(tx, operatorId)
  if (known.length === 0) throw new Refusal('passkey_not_found')
  const asked = await askToUse({ origin, random, known })
  return await keepChallenge(tx, { ...request, operatorId, asked, random, wallNow })
}

/** What the browser needs to make a passkey of this label. */
export async function beginPasskey(
  tx: Tx,
  parts: Proven & Site & { request: Request<typeof beginOperatorPasskey> },
) {
  const { caller, request, origin, random, wallNow } = parts
  const { operatorId, mail } = caller
  const subject = request.label
  await lockOperator(tx, operatorId)
  const by = await proveOperator(tx, { ...parts, action: 'passkeys.begin', subject })
  const known = await keysOf(tx, operatorId)
  refuseTooMany(known)
  const asked = await askToMake({
    origin,
    random,
    // Members have passkeys at the same address: a device keeps one for each handle.
    holder: { handle: `operator ${operatorId}`, name: mail },
    known,
    findable: 'required',
  })
  const action = 'passkeys.add'
  return {
    by,
    ...(await keepChallenge(tx, { operatorId, action, subject, asked, random, wallNow })),
  }
}

/** Keeps the passkey that the browser has made. A refusal is returned: any answer uses the challenge up. */
export async function addPasskey(
  tx: Tx,
  parts: Caller & Site & { request: Request<typeof addOperatorPasskey> },
): Promise<{ id: number; label: string } | Refusal> {
  const { caller, request, origin, wallNow } = parts
  const { operatorId, name } = caller
  const { challenge_id: challengeId, credential } = request
  await lockOperator(tx, operatorId)
  const action = 'passkeys.add'
  const begun = await spendChallenge(tx, { operatorId, action, challengeId, wallNow })
  const made = begun && (await judgeMade({ credential, challenge: begun.challenge, origin }))
  if (!made) return new Refusal('passkey_invalid')
  refuseTooMany(await keysOf(tx, operatorId))
  const { subject: label } = begun
  const kept = await tx
    .insertInto('operator_passkey')
    .values({ ...made, operator_id: operatorId, label, created_at: wallNow })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!kept) return new Refusal('passkey_known')
  await callOperators(tx, {
    concerns: everyone,
    subject: `${name} has a new passkey`,
    text: `${name} (${caller.mail}) added the passkey “${label}”, which opens the console by itself. If ${name} knows nothing of it, propose that ${name} leaves: passkeys and sessions end at once.`,
    now: wallNow,
  })
  return { id: kept.id, label }
}

/** Answers what it was called before. */
export async function renamePasskey(
  tx: Tx,
  { caller, id, label }: Caller & { id: number; label: string },
): Promise<string> {
  await lockOperator(tx, caller.operatorId)
  const key = (await keysOf(tx, caller.operatorId)).find((each) => each.id === id)
  if (!key) throw new Refusal('passkey_not_found')
  await tx.updateTable('operator_passkey').set({ label }).where('id', '=', id).execute()
  return key.label
}

/** Answers what it was called and what confirmed it. */
export async function removePasskey(
  tx: Tx,
  parts: Proven & { id: number },
): Promise<{ label: string; by: string }> {
  const { caller, id, wallNow } = parts
  const { operatorId, name, mail } = caller
  await lockOperator(tx, operatorId)
  const by = await proveOperator(tx, { ...parts, action: 'passkeys.remove', subject: `${id}` })
  const removed = await tx
    .deleteFrom('operator_passkey')
    .where('id', '=', id)
    .where('operator_id', '=', operatorId)
    .returning('label')
    .executeTakeFirst()
  if (!removed) throw new Refusal('passkey_not_found')
  const { label } = removed
  await callOperators(tx, {
    concerns: everyone,
    subject: `${name} removed a passkey`,
    text: `${name} (${mail}) removed the passkey “${label}”. The authenticator goes on to work.`,
    now: wallNow,
  })
  return { label, by }
}

function refuseTooMany(known: readonly unknown[]): void {
  if (known.length >= PASSKEYS_MAX) throw new Refusal('too_many_passkeys', { limit: PASSKEYS_MAX })
}
