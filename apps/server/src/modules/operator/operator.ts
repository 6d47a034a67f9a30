import { type Role, roles as allRoles } from '@btbc/contract/operator/rights.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import { uriOf } from '#platform/authenticators.ts'

import { readTotp } from './totp.ts'

/** The people of the house. */

export type NewOperator = {
  mail: string
  name: string
  passwordHash: string
  roles: readonly Role[]
  sample: 'known' | 'random' | null
  sealedTotp: Buffer
  /** Of the authenticator's code that was shown to have it; no code is taken twice. */
  usedStep?: number
  now: Date
}

/** Opens an operator with an authenticator of their own; answers undefined when there is one already. */
export async function createOperator(
  tx: Tx,
  operator: NewOperator,
): Promise<{ id: number } | undefined> {
  const { mail, name, passwordHash, roles, sample, sealedTotp, usedStep = 0, now } = operator
  return await tx
    .insertInto('operator')
    .values({
      mail: mail.toLowerCase(),
      name,
      password_hash: passwordHash,
      sealed_totp: sealedTotp,
      totp_step: BigInt(usedStep),
      roles: [...roles],
      sample,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('mail').doNothing())
    .returning('id')
    .executeTakeFirst()
}

/**
 * Ends an operator with every session and passkey of theirs; what they did stays in the log. Answers
 * who that was, or nobody.
 */
export async function disableOperator(
  tx: Tx,
  { mail, now }: { mail: string; now: Date },
): Promise<number | undefined> {
  const ended = await tx
    .updateTable('operator')
    .set({ disabled_at: now })
    .where('mail', '=', mail.toLowerCase())
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return undefined
  await endAccess(tx, [ended.id])
  return ended.id
}

/** Ends what operators come in by besides password and authenticator. */
export async function endAccess(tx: Tx, operators: readonly number[]): Promise<void> {
  for (const theirs of ['operator_session', 'operator_passkey', 'operator_challenge'] as const) {
    await tx.deleteFrom(theirs).where('operator_id', 'in', operators).execute()
  }
}

/** In the order of the table of rights, each once. */
export function rolesIn(texts: readonly string[]): Role[] {
  return allRoles.filter((role) => texts.includes(role))
}

export type Enrolment = { mail: string; roles: readonly Role[]; secret: string; uri: string }

/** What an operator types, or scans, into an authenticator. For the one who starts the server only. */
export async function readEnrolments(
  database: Db | Tx,
  mails: readonly string[],
): Promise<Enrolment[]> {
  const rows = await database
    .selectFrom('operator')
    .select(['mail', 'roles', 'sealed_totp'])
    .where('mail', 'in', mails)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
  const enrolments: Enrolment[] = []
  for (const { mail, roles, sealed_totp: sealed } of rows) {
    const secret = await readTotp(database, sealed)
    enrolments.push(enrolmentOf({ mail, roles: rolesIn(roles), secret }))
  }
  return enrolments
}

export function enrolmentOf(operator: Omit<Enrolment, 'uri'>): Enrolment {
  return { ...operator, uri: uriOf(operator.secret, operator.mail) }
}
