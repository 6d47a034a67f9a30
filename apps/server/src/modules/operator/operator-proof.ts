import type { ProvenAct } from '@btbc/contract/operator/passkey.ts'
import type { PasskeyAnswer } from '@btbc/contract/passkey.ts'
import { CountedRefusal, Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { CallerAddress } from '#network/caller-address.ts'
import { stepOfCode } from '#platform/authenticators.ts'

import { writeAction } from './audit-log.ts'
import { countWrongCode, refuseWrongCodes, useStep } from './operator-codes.ts'
import type { OperatorCaller } from './operator-session.ts'
import { spendChallenge } from './passkey-challenge.ts'
import { usePasskey } from './passkey-keys.ts'
import { readTotp } from './totp.ts'

/**
 * A fresh proof that it is the operator who asks: the present code of the authenticator, or a passkey
 * that signed for just this act on just this thing.
 */

export type OperatorProof = {
  code?: string | undefined
  challenge_id?: string | undefined
  credential?: PasskeyAnswer | undefined
}

export type Proven = {
  caller: OperatorCaller
  proof: OperatorProof
  from: CallerAddress
  origin: string
  wallNow: Date
}

/** After `lockOperator`. Answers what proved it; what was wrong is written down and stays counted. */
export async function proveOperator(
  tx: Tx,
  tried: Proven & { action: ProvenAct; subject: string },
): Promise<string> {
  const { caller, proof, action, from, wallNow } = tried
  const { code, challenge_id: challengeId, credential } = proof
  if (challengeId !== undefined && credential !== undefined) {
    const label = await signedBy(tx, { ...tried, challengeId, credential })
    if (label !== undefined) return `passkey ${label}`
  } else if (code === undefined) {
    throw new Refusal('step_up_required', { methods: 'passkey,totp' })
  } else if (await isCodeRight(tx, { ...tried, code })) return 'authenticator'
  await writeAction(tx, {
    operatorId: caller.operatorId,
    action: 'proof.failed',
    subject: `from ${from.ip}`,
    reason: '',
    details: { for: action },
    wallNow,
  })
  throw new CountedRefusal(credential === undefined ? 'operator_totp_wrong' : 'passkey_invalid')
}

async function signedBy(
  tx: Tx,
  tried: Proven & {
    action: ProvenAct
    subject: string
    challengeId: string
    credential: PasskeyAnswer
  },
): Promise<string | undefined> {
  const { operatorId } = tried.caller
  const begun = await spendChallenge(tx, { ...tried, operatorId })
  if (begun === undefined || begun.subject !== tried.subject) return undefined
  const key = await usePasskey(tx, { ...tried, operatorId, challenge: begun.challenge })
  return key?.label
}

/** Wrong codes are counted with those of the login: who has the session has come that far, too. */
async function isCodeRight(tx: Tx, tried: Proven & { code: string }): Promise<boolean> {
  const { caller, code, from, wallNow } = tried
  const { operatorId } = caller
  const source = { account: `operator:${operatorId}`, network: from.network, local: from.local }
  await refuseWrongCodes(tx, source, wallNow)
  const { sealed_totp: sealed } = await tx
    .selectFrom('operator')
    .select('sealed_totp')
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  const step = stepOfCode(await readTotp(tx, sealed), code, wallNow)
  if (step !== undefined && (await useStep(tx, operatorId, step))) return true
  await countWrongCode(tx, source, wallNow)
  return false
}
