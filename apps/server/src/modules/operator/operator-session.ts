import { createHash } from 'node:crypto'

import type { Role } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

import { rolesIn } from './operator.ts'

/** Sessions of operators: 8 hours at the most, over after 15 minutes without anybody there. */

const LIFE_MS = 8 * HOUR_MS
export const IDLE_MS = 15 * MINUTE_MS
const TOKEN_BYTES = 32
const SEEN_EVERY_MS = 10 * 1000

export type OperatorCaller = {
  operatorId: number
  sessionId: number
  name: string
  mail: string
  roles: readonly Role[]
  sessionEndsAt: Date
  idleEndsAt: Date
}

export async function openOperatorSession(
  tx: Tx,
  session: {
    operatorId: number
    device: string
    ip: string
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<string> {
  const { operatorId, device, ip, random, wallNow } = session
  const token = `op_${random(TOKEN_BYTES).toString('base64url')}`
  await tx
    .insertInto('operator_session')
    .values({
      operator_id: operatorId,
      token_hash: hashToken(token),
      device,
      ip,
      created_at: wallNow,
      last_seen_at: wallNow,
      expires_at: new Date(wallNow.getTime() + LIFE_MS),
    })
    .execute()
  return token
}

/**
 * Who holds this token, or undefined when the session has ended. It is looked up each time: a
 * session that was ended anywhere ends everywhere at once. `isActive` is false for what a page asks
 * by itself while nobody touches it: such calls keep no session alive.
 */
export async function findOperator(
  db: Db,
  token: string,
  { wallNow, isActive }: { wallNow: Date; isActive: boolean },
): Promise<OperatorCaller | undefined> {
  const row = await db
    .selectFrom('operator_session')
    .innerJoin('operator', 'operator.id', 'operator_session.operator_id')
    .select(['operator_session.id', 'operator_id', 'name', 'mail', 'roles'])
    .select(['last_seen_at', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('disabled_at', 'is', null)
    .where('expires_at', '>', wallNow)
    .where('last_seen_at', '>', new Date(wallNow.getTime() - IDLE_MS))
    .executeTakeFirst()
  if (!row) return undefined
  const seen = isActive ? wallNow : row.last_seen_at
  if (seen.getTime() - row.last_seen_at.getTime() >= SEEN_EVERY_MS) {
    await db
      .updateTable('operator_session')
      .set({ last_seen_at: seen })
      .where('id', '=', row.id)
      .where('last_seen_at', '<', seen)
      .execute()
  }
  return {
    operatorId: row.operator_id,
    sessionId: row.id,
    name: row.name,
    mail: row.mail,
    roles: rolesIn(row.roles),
    sessionEndsAt: row.expires_at,
    idleEndsAt: new Date(seen.getTime() + IDLE_MS),
  }
}

export async function listOperatorSessions(
  tx: Tx,
  request: { caller: OperatorCaller; page: number; limit: number; wallNow: Date },
) {
  const { caller, page, limit, wallNow } = request
  const shown = tx
    .selectFrom('operator_session')
    .innerJoin('operator', 'operator.id', 'operator_session.operator_id')
    .where('expires_at', '>', wallNow)
    .where('last_seen_at', '>', new Date(wallNow.getTime() - IDLE_MS))
    .select(['operator_session.id', 'operator_id', 'name', 'device', 'ip'])
    .select(['operator_session.created_at', 'last_seen_at'])
    .orderBy('operator_session.id', 'desc')
  const { rows, total } = await readPage(tx, shown, request, { key: 'operator_session.id' })
  const list = rows.map(({ operator_id: operatorId, name, ...row }) => ({
    ...row,
    operator: name,
    current: row.id === caller.sessionId,
    yours: operatorId === caller.operatorId || caller.roles.includes('admin'),
  }))
  return { list, total, page, limit }
}

/** Ends one session: one's own, or anybody's for an admin. Answers whose it was. */
export async function endOperatorSession(
  tx: Tx,
  { caller, id }: { caller: OperatorCaller; id: number },
): Promise<number> {
  let session = tx.deleteFrom('operator_session').where('id', '=', id)
  if (!caller.roles.includes('admin')) {
    session = session.where('operator_id', '=', caller.operatorId)
  }
  const ended = await session.returning('operator_id').executeTakeFirst()
  if (!ended) throw new Refusal('session_not_found')
  return ended.operator_id
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
