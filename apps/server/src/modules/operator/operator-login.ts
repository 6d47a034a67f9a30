import type { logInOperator } from '@btbc/contract/operator/access.ts'
import type { Request } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import { stepOfCode } from '#platform/authenticators.ts'
import {
  countWrongTry,
  forgiveTries,
  lockTries,
  readTries,
  refuseLocked,
  type TryCount,
  type TrySource,
} from '#platform/wrong-tries.ts'
import type { Passwords } from '#platform/passwords.ts'
import type { CallerAddress } from '#network/caller-address.ts'
import { findUnread, type Unread, spendTyped } from '#modules/session/index.ts'

import { writeAction } from './audit-log.ts'
import { countWrongCode, forgiveWrongCodes, refuseWrongCodes, useStep } from './operator-codes.ts'
import { openOperatorSession } from './operator-session.ts'
import { readTotp } from './totp.ts'

/**
 * Logging in to the console: password and authenticator are judged together, and the answer never
 * says which of the three was wrong.
 */

/** Wrong passwords are anybody's: many from everywhere, or from one network, ask for a picture and lock nobody. */
const PICTURE_AFTER = 50

export type OperatorTry = {
  operatorId: number | undefined
  source: TrySource
  /** What was wrong with the picture: then the password was not compared. */
  unread: Unread | undefined
  isPasswordRight: boolean
  /** The step of the authenticator; undefined when anything was wrong. */
  step: number | undefined
}

/** Everything slow: finds the operator and compares, outside the transaction. */
export async function prepareOperatorLogin(
  db: Db,
  parts: {
    request: Request<typeof logInOperator>
    origin: CallerAddress
    isLocal: boolean
    passwords: Passwords
    wallNow: Date
  },
): Promise<OperatorTry> {
  const { request, origin, isLocal, passwords, wallNow } = parts
  const mail = request.mail.toLowerCase()
  const operator = await db
    .selectFrom('operator')
    .select(['id', 'password_hash', 'sealed_totp', 'sample'])
    .where('mail', '=', mail)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  const account = operator ? `operator:${operator.id}` : `operator typed:${mail}`
  const source = { account, network: origin.network, local: origin.local }
  await refuseShut(db, source, wallNow)
  const count = await readTries(db, source, wallNow)
  const unread = needsPicture(count) ? await findUnread(db, request, wallNow) : undefined
  // Few passwords are compared at once: whoever invents names does not fill the line with them.
  if (unread) {
    return { operatorId: operator?.id, source, unread, isPasswordRight: false, step: undefined }
  }
  const { right } = await passwords.verify(operator?.password_hash, request.password)
  // From anywhere else the password of a sample operator is as wrong as any (house rule 9).
  const isPasswordRight = right && operator !== undefined && (operator.sample === null || isLocal)
  const step = isPasswordRight
    ? stepOfCode(await readTotp(db, operator.sealed_totp), request.code, wallNow)
    : undefined
  return { operatorId: operator?.id, source, unread, isPasswordRight, step }
}

/** Answers the token. A refusal is returned, not thrown: a wrong try stays counted. */
export async function operatorLogin(
  tx: Tx,
  parts: {
    request: Request<typeof logInOperator>
    tried: OperatorTry
    origin: CallerAddress
    device: string
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<{ token: string } | Refusal> {
  const { request, tried, origin, device, random, wallNow } = parts
  const { operatorId, source, unread, isPasswordRight, step } = tried
  const count = await lockTries(tx, source, wallNow)
  await refuseShut(tx, source, wallNow)
  const isAsked = unread !== undefined || needsPicture(count)
  const used = isAsked ? await spendTyped(tx, request, wallNow) : undefined
  const failure = unread ?? used
  if (failure) return new Refusal(failure)
  const isIn =
    operatorId !== undefined && step !== undefined && (await useStep(tx, operatorId, step))
  const about = { operatorId: operatorId ?? 0, subject: `from ${origin.ip}`, reason: '', wallNow }
  if (!isIn) {
    const { locked } = isPasswordRight
      ? await countWrongCode(tx, source, wallNow)
      : await countWrongTry(tx, source, count, wallNow)
    if (operatorId !== undefined) {
      await writeAction(tx, { ...about, action: locked ? 'login.locked' : 'login.failed' })
    }
    return new Refusal('operator_login_failed')
  }
  await forgiveTries(tx, source.account, source.network)
  await forgiveWrongCodes(tx, source)
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

/** A try is not judged where too many passwords were wrong, nor after too many wrong codes anywhere. */
async function refuseShut(database: Db | Tx, source: TrySource, wallNow: Date): Promise<void> {
  refuseLocked(await readTries(database, source, wallNow), wallNow)
  await refuseWrongCodes(database, source, wallNow)
}

function needsPicture({ wrongAnywhere, isNetworkAsked }: TryCount): boolean {
  return isNetworkAsked || wrongAnywhere >= PICTURE_AFTER
}
