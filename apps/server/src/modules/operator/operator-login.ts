import type { OperatorCalls } from '@btbc/contract/operator/calls.ts'
import type { Request } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import {
  countFailure,
  forgiveFailures,
  lockStanding,
  readStanding,
  type Standing,
  type Suspect,
} from '#platform/failures.ts'
import type { Passwords } from '#platform/passwords.ts'
import type { CallerAddress } from '#network/caller-address.ts'

import { writeAction } from './audit-log.ts'
import { openOperatorSession } from './operator-session.ts'
import { readTotp, stepOfCode } from './totp.ts'

/**
 * Logging in to the console: password and authenticator are judged together, and the answer never
 * says which of the three was wrong.
 */

const MINUTE_MS = 60 * 1000
/** There is no picture to read at this door: from many networks together it is shut as well. */
const FAILURES_ANYWHERE_MAX = 50

export type OperatorAttempt = {
  operatorId: number | undefined
  suspect: Suspect
  /** The step of the authenticator; undefined when anything was wrong. */
  step: number | undefined
}

/** Everything slow: finds the operator and compares, outside the transaction. */
export async function prepareOperatorLogin(
  db: Db,
  parts: {
    request: Request<OperatorCalls['/login']>
    origin: CallerAddress
    atThisMachine: boolean
    passwords: Passwords
    wallNow: Date
  },
): Promise<OperatorAttempt> {
  const { request, origin, atThisMachine, passwords, wallNow } = parts
  const mail = request.mail.toLowerCase()
  const operator = await db
    .selectFrom('operator')
    .select(['id', 'password_hash', 'sealed_totp', 'sample'])
    .where('mail', '=', mail)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  const account = operator ? `operator:${operator.id}` : `operator typed:${mail}`
  const suspect = { account, network: origin.network, local: origin.local }
  refuseLocked(await readStanding(db, suspect, wallNow), wallNow)
  const { right } = await passwords.verify(operator?.password_hash, request.password)
  // From anywhere else the password of a sample operator is as wrong as any (house rule 9).
  const isWelcome = right && operator && (operator.sample === null || atThisMachine)
  const step = isWelcome
    ? stepOfCode(await readTotp(db, operator.sealed_totp), request.code, wallNow)
    : undefined
  return { operatorId: operator?.id, suspect, step }
}

/** Answers the token. A refusal is returned, not thrown: a failed try stays counted. */
export async function operatorLogin(
  tx: Tx,
  parts: {
    attempt: OperatorAttempt
    origin: CallerAddress
    device: string
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<{ token: string } | Refusal> {
  const { attempt, origin, device, random, wallNow } = parts
  const { operatorId, suspect, step } = attempt
  const standing = await lockStanding(tx, suspect, wallNow)
  refuseLocked(standing, wallNow)
  const isIn =
    operatorId !== undefined && step !== undefined && (await useStep(tx, operatorId, step))
  const about = { operatorId: operatorId ?? 0, subject: `from ${origin.ip}`, reason: '', wallNow }
  if (!isIn) {
    const { locked } = await countFailure(tx, suspect, standing, wallNow)
    if (operatorId !== undefined) {
      await writeAction(tx, { ...about, action: locked ? 'login.locked' : 'login.failed' })
    }
    return new Refusal('operator_login_failed')
  }
  await forgiveFailures(tx, suspect.account, suspect.network)
  const token = await openOperatorSession(tx, {
    operatorId,
    device,
    ip: origin.ip,
    random,
    wallNow,
  })
  await writeAction(tx, { ...about, action: 'login', details: { device } })
  return { token }
}

/** False when this code, or a later one, was already used. */
async function useStep(tx: Tx, operatorId: number, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('operator')
    .set({ totp_step: BigInt(step) })
    .where('id', '=', operatorId)
    .where('totp_step', '<', BigInt(step))
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

function refuseLocked({ lockedUntil, failuresAnywhere }: Standing, wallNow: Date): void {
  if (failuresAnywhere >= FAILURES_ANYWHERE_MAX)
    throw new Refusal('account_locked', { minutes: 60 })
  if (!lockedUntil) return
  const minutes = Math.ceil((lockedUntil.getTime() - wallNow.getTime()) / MINUTE_MS)
  throw new Refusal('account_locked', { minutes })
}
