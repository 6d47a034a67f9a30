import type { Request } from '@btbc/contract/endpoint.ts'
import type {
  proposeClosing as proposeClosingCall,
  proposeOperator as proposeOperatorCall,
  proposeRoles as proposeRolesCall,
} from '@btbc/contract/operator/hiring.ts'
import { isAllowed, proposalRoles, type Role } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import * as z from 'zod/mini'

import { disableOperator, type OperatorCaller, rolesIn } from '#modules/operator/index.ts'
import { defineProposal, endProposalsOf } from '#modules/review/index.ts'

import { invite } from './invitation.ts'

/** Operators come, change and go by two others: one proposes, another accepts. */

/** So many who decide about operators are always left: one proposes and another accepts. */
const DECIDERS_MIN = 2

export async function listOperators(tx: Tx, { page, limit }: { page: number; limit: number }) {
  const all = tx
    .selectFrom('operator')
    .select(['id', 'name', 'mail', 'roles', 'created_at', 'disabled_at as left_at'])
    .orderBy('id', 'desc')
  const { rows, total } = await readPage(tx, all, { page, limit }, { key: 'id' })
  const list = rows.map((row) => ({ ...row, roles: rolesIn(row.roles) }))
  return { list, total, page, limit }
}

type Proposed<E> = { request: E; caller: OperatorCaller; now: Date }

export async function proposeOperator(
  tx: Tx,
  { request, caller, now }: Proposed<Request<typeof proposeOperatorCall>>,
) {
  const { mail, name, reason } = request
  await refuseKnown(tx, mail)
  const held = rolesIn(request.roles)
  return await operatorInvitation.propose(tx, {
    subject: `operator ${mail}`,
    payload: { mail, name, roles: held.join(',') },
    summary: `Let ${name} (${mail}) work here as ${held.join(', ')}`,
    reason,
    caller,
    now,
  })
}

export async function proposeRoles(
  tx: Tx,
  { request, caller, now }: Proposed<Request<typeof proposeRolesCall>>,
) {
  const { id, reason } = request
  const operator = await findAtWork(tx, id)
  const held = rolesIn(request.roles)
  await refuseTooFew(tx, { id, held })
  return await roleChange.propose(tx, {
    subject: `operator ${id}`,
    payload: { operator: id, roles: held.join(',') },
    summary: `${operator.name} (${operator.mail}) works as ${held.join(', ')}, no longer as ${operator.roles.join(', ')}`,
    reason,
    caller,
    now,
  })
}

export async function proposeClosing(
  tx: Tx,
  { request, caller, now }: Proposed<Request<typeof proposeClosingCall>>,
) {
  const { id, reason } = request
  const { name, mail } = await findAtWork(tx, id)
  await refuseTooFew(tx, { id, held: [] })
  return await operatorClosing.propose(tx, {
    subject: `operator ${id}`,
    payload: { operator: id },
    summary: `${name} (${mail}) leaves; every session of theirs ends`,
    reason,
    caller,
    now,
  })
}

export const operatorInvitation = defineProposal({
  kind: 'operator.invite',
  payload: z.object({ mail: z.string(), name: z.string(), roles: z.string() }),
  async apply(tx, { id: proposalId, payload: { mail, name, roles: given }, random, wallNow }) {
    const held = rolesIn(given.split(','))
    await refuseKnown(tx, mail)
    await invite(tx, { proposalId, mail, name, roles: held, random, wallNow })
  },
})

export const roleChange = defineProposal({
  kind: 'operator.roles',
  payload: z.object({ operator: z.int(), roles: z.string() }),
  async apply(tx, { payload: { operator: id, roles: given }, operatorId, now }) {
    const held = rolesIn(given.split(','))
    // As of whoever leaves: before the operators, and what was made between the two.
    await endProposalsOf(tx, { operatorId: id, held, now })
    await lockForDecision(tx, { id, held, decidedBy: operatorId })
    await tx.updateTable('operator').set({ roles: held }).where('id', '=', id).execute()
    await endProposalsOf(tx, { operatorId: id, held, now })
  },
})

export const operatorClosing = defineProposal({
  kind: 'operator.close',
  payload: z.object({ operator: z.int() }),
  async apply(tx, { payload: { operator: id }, operatorId, now }) {
    // Before the operators, as whoever accepts one of them locks it.
    await endProposalsOf(tx, { operatorId: id, held: [], now })
    const { mail } = await lockForDecision(tx, { id, held: [], decidedBy: operatorId })
    await disableOperator(tx, { mail, now })
    // What was made between the two.
    await endProposalsOf(tx, { operatorId: id, held: [], now })
  },
})

/** Whoever it is about does not decide it, and two of those who decide are left. */
async function lockForDecision(
  tx: Tx,
  { id, held, decidedBy }: { id: number; held: readonly Role[]; decidedBy: number },
) {
  if (id === decidedBy) throw new Refusal('proposal_about_you')
  await tx.selectFrom('operator').select('id').orderBy('id').forUpdate().execute()
  await refuseTooFew(tx, { id, held })
  return await findAtWork(tx, id)
}

async function refuseTooFew(
  tx: Tx,
  { id, held }: { id: number; held: readonly Role[] },
): Promise<void> {
  const deciding = proposalRoles['operator.roles']
  const others = await tx
    .selectFrom('operator')
    .select('roles')
    .where('disabled_at', 'is', null)
    .where('id', '<>', id)
    .execute()
  const left = [...others.map((each) => rolesIn(each.roles)), held]
  if (left.filter((each) => isAllowed(each, deciding)).length < DECIDERS_MIN)
    throw new Refusal('operators_too_few')
}

async function refuseKnown(tx: Tx, mail: string): Promise<void> {
  const known = await tx
    .selectFrom('operator')
    .select('id')
    .where('mail', '=', mail)
    .executeTakeFirst()
  if (known) throw new Refusal('operator_exists')
}

async function findAtWork(tx: Tx, id: number) {
  const operator = await tx
    .selectFrom('operator')
    .select(['name', 'mail', 'roles'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!operator) throw new Refusal('operator_unknown')
  return { ...operator, roles: rolesIn(operator.roles) }
}
