import { createHash } from 'node:crypto'

import type { Request } from '@btbc/contract/endpoint.ts'
import type { acceptInvitation as acceptCall } from '@btbc/contract/operator/hiring.ts'
import { type Role, roles } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import {
  createOperator,
  enrolmentOf,
  readTotp,
  sealTotp,
  writeAction,
} from '#modules/operator/index.ts'
import { stepOfCode } from '#platform/authenticators.ts'
import { HOUR_MS } from '#platform/durations.ts'
import { enqueueMessages } from '#platform/notifications/outbox.ts'
import { checkNewPassword, type Passwords } from '#platform/passwords.ts'

/** From an accepted proposal to an operator: a code by mail, then a password and an authenticator. */

const LIFE_HOURS = 24
const CODE_BYTES = 16

export async function invite(
  tx: Tx,
  invited: {
    proposalId: number
    mail: string
    name: string
    roles: readonly Role[]
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<void> {
  const { proposalId, mail, name, random, wallNow } = invited
  const code = random(CODE_BYTES).toString('base64url')
  const expiresAt = new Date(wallNow.getTime() + LIFE_HOURS * HOUR_MS)
  await tx
    .insertInto('operator_invitation')
    .values({
      proposal_id: proposalId,
      mail,
      name,
      roles: [...invited.roles],
      code_hash: hashOf(code),
      sealed_totp: await sealTotp(tx, random),
      invited_at: wallNow,
      expires_at: expiresAt,
    })
    .execute()
  const text = `${name}, two operators let you work here as ${invited.roles.join(', ')}. Open the console, choose "I have an invitation" and enter this code within ${LIFE_HOURS} hours:\n\n${code}\n\nTEST: nothing here has real value.`
  const subject = 'BTBC (TEST): your place in the console'
  const message = { channel: 'mail' as const, recipient: mail, subject, text }
  await enqueueMessages(tx, [{ ...message, code, codeUntil: expiresAt }], wallNow)
}

/** What the code opens. The authenticator's secret is said to nobody else. */
export async function readInvitation(tx: Tx, { code, wallNow }: { code: string; wallNow: Date }) {
  const { mail, name, held, secret, expiresAt } = await openInvitation(tx, { code, wallNow })
  const { uri } = enrolmentOf({ mail, roles: held, secret })
  return { mail, name, roles: held, secret, uri, expires_at: expiresAt }
}

type Asked = Request<typeof acceptCall>

/** Everything slow: outside the transaction. */
export async function prepareAccepting(
  db: Db,
  parts: { request: Asked; passwords: Passwords; wallNow: Date },
): Promise<{ passwordHash: string }> {
  const { request, passwords, wallNow } = parts
  const { code, password, repeat } = request
  const { mail, name } = await openInvitation(db, { code, wallNow })
  return { passwordHash: await passwords.hash(checkNewPassword(password, repeat, [mail, name])) }
}

/** Opens the operator and uses the invitation up; the code of the authenticator is used as well. */
export async function acceptInvitation(
  tx: Tx,
  parts: { request: Asked; passwordHash: string; now: Date; wallNow: Date },
): Promise<void> {
  const { request, passwordHash, now, wallNow } = parts
  const invited = await openInvitation(tx, { code: request.code, wallNow })
  const { id, mail, name, held, secret, sealedTotp } = invited
  const step = stepOfCode(secret, request.totp, wallNow)
  if (step === undefined) throw new Refusal('operator_totp_wrong')
  const used = await tx
    .deleteFrom('operator_invitation')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new Refusal('invitation_unknown')
  const made = { mail, name, roles: held, passwordHash, sealedTotp, sample: null, now }
  const operator = await createOperator(tx, { ...made, usedStep: step })
  if (!operator) throw new Refusal('operator_exists')
  await writeAction(tx, {
    operatorId: operator.id,
    action: 'invitation.accept',
    subject: `operator ${operator.id}`,
    reason: '',
    details: { roles: held.join(', ') },
    wallNow,
  })
}

async function openInvitation(
  database: Db | Tx,
  { code, wallNow }: { code: string; wallNow: Date },
) {
  const row = await database
    .selectFrom('operator_invitation')
    .selectAll()
    .where('code_hash', '=', hashOf(code.trim()))
    .where('expires_at', '>', wallNow)
    .executeTakeFirst()
  if (!row) throw new Refusal('invitation_unknown')
  return {
    id: row.id,
    mail: row.mail,
    name: row.name,
    held: roles.filter((role) => row.roles.includes(role)),
    sealedTotp: row.sealed_totp,
    secret: await readTotp(database, row.sealed_totp),
    expiresAt: row.expires_at,
  }
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
