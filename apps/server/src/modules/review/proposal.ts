import {
  isAllowed,
  type ProposalKind,
  proposalKinds,
  proposalRoles,
  queueNames,
  queueRoles,
  type Role,
} from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { COUNTED_BEYOND, eachOf, readPage } from '@btbc/database/page.ts'
import { type Expression, sql } from 'kysely'
import * as z from 'zod/mini'

import { transition } from '#platform/state-machine.ts'
import { type OperatorCaller, rolesIn } from '#modules/operator/index.ts'
import { DAY_MS } from '#platform/durations.ts'

import { proposalStates } from './proposal.states.ts'

/** Four eyes: what one operator proposes has its effect when another accepts it, once. */

const LIFE_MS = 3 * DAY_MS

export type Accepted<Payload> = {
  id: number
  payload: Payload
  /** Of who proposed it, and of who accepted it. */
  why: string
  reason: string
  operatorId: number
  random: (bytes: number) => Buffer
  now: Date
  wallNow: Date
}

/** What acceptance does. It runs in the transaction that decides. */
export type Effect = (tx: Tx, accepted: Accepted<unknown>) => Promise<void>

export type Effects = Readonly<Record<ProposalKind, Effect>>

export type NewProposal = {
  kind: ProposalKind
  subject: string
  payload: object
  summary: string
  reason: string
  caller: OperatorCaller
  now: Date
}

/** Answers the id, or undefined while the same thing is already proposed. */
export async function propose(tx: Tx, proposal: NewProposal): Promise<number | undefined> {
  const { kind, subject, payload, summary, reason, caller, now } = proposal
  if (!isAllowed(caller.roles, rolesOf(kind, payload))) throw new Refusal('operator_not_allowed')
  const made = await tx
    .insertInto('operator_proposal')
    .values({
      kind,
      subject,
      payload: JSON.stringify(payload),
      summary,
      reason,
      made_by: caller.operatorId,
      made_at: now,
      expires_at: new Date(now.getTime() + LIFE_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await refuseLeaver(tx, caller, rolesOf(kind, payload))
  return made?.id
}

/**
 * Whoever is put out at this moment, or given other roles, is waited for: nothing of theirs is left
 * pending or has its effect. Asked after the effect, which may lock every operator.
 */
export async function refuseLeaver(
  tx: Tx,
  { operatorId }: OperatorCaller,
  needed: readonly Role[],
): Promise<void> {
  const operator = await tx
    .selectFrom('operator')
    .select('roles')
    .where('id', '=', operatorId)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!operator) throw new Refusal('login_required')
  if (!isAllowed(rolesIn(operator.roles), needed)) throw new Refusal('operator_not_allowed')
}

/** As `propose`, and answers it as operators read it; the same thing twice is refused. */
export async function proposeOnce(tx: Tx, proposal: NewProposal) {
  const id = await propose(tx, proposal)
  if (id === undefined) throw new Refusal('proposal_pending')
  return await getProposal(tx, { id, caller: proposal.caller, now: proposal.now })
}

export const PayloadOfCase = z.object({ queue: z.enum(queueNames), id: z.int() })

export type People = z.output<typeof People>
const People = z.object({
  member_id: z.optional(z.int()),
  buyer_id: z.optional(z.int()),
  seller_id: z.optional(z.int()),
})

/** Whom a proposal is about, by the names that the audit log has for them. */
export function peopleIn(payload: unknown): Readonly<Record<string, string>> {
  const { member_id: member, buyer_id: buyer, seller_id: seller } = People.parse(payload)
  const named = Object.entries({ member, buyer, seller })
  return Object.fromEntries(named.flatMap(([name, id]) => (id ? [[name, String(id)]] : [])))
}

/** Who may propose and accept it. */
export function rolesOf(kind: ProposalKind, payload: unknown): readonly Role[] {
  return kind === 'case.accept'
    ? queueRoles[PayloadOfCase.parse(payload).queue]
    : proposalRoles[kind]
}

export type Decision = {
  id: number
  decision: 'accept' | 'reject'
  reason: string
  caller: OperatorCaller
  effects: Effects
  random: (bytes: number) => Buffer
  now: Date
  wallNow: Date
}

/**
 * Accepts or rejects. Of any number of operators who do so at once the first one wins; the others,
 * and whoever proposed it, are refused. Answers it as operators read it, and whom it is about.
 */
export async function decideProposal(tx: Tx, request: Decision) {
  const { id, decision, reason, caller, effects, random, now, wallNow } = request
  const row = await tx
    .selectFrom('operator_proposal')
    .innerJoin('operator as maker', 'maker.id', 'made_by')
    .select(['operator_proposal.id', 'kind', 'payload', 'reason', 'made_by', 'state', 'expires_at'])
    .select(['maker.disabled_at as left_at', 'maker.roles as held'])
    .where('operator_proposal.id', '=', id)
    .forUpdate('operator_proposal')
    .executeTakeFirst()
  if (!row) throw new Refusal('proposal_not_found')
  const kind = kindOf(row.kind)
  const needed = rolesOf(kind, row.payload)
  if (!isAllowed(caller.roles, needed)) throw new Refusal('operator_not_allowed')
  if (!proposalStates.allows(row.state, decision) || row.expires_at <= now)
    throw new Refusal('proposal_decided')
  // Whoever has left may be back under another name, and would be both of the two; whoever may do so
  // no more is none of them.
  const stands = row.left_at === null && isAllowed(rolesIn(row.held), needed)
  if (decision === 'accept' && !stands) throw new Refusal('proposal_decided')
  if (row.made_by === caller.operatorId) throw new Refusal('proposal_own')
  const set = { decided_by: caller.operatorId, decision_reason: reason }
  await transition(tx, proposalStates, row, decision, { now, set })
  if (decision === 'accept') {
    const { operatorId } = caller
    const { payload, reason: why } = row
    await effects[kind](tx, { id, payload, why, reason, operatorId, random, now, wallNow })
  }
  await refuseLeaver(tx, caller, needed)
  return { proposal: await getProposal(tx, { id, caller, now }), people: peopleIn(row.payload) }
}

export function kindOf(text: string): ProposalKind {
  const kind = proposalKinds.find((each) => each === text)
  if (kind === undefined) throw new Error(`unknown kind of proposal: ${text}`)
  return kind
}

/** The one that waits about this subject, or undefined. */
export async function findPending(
  tx: Tx,
  { kind, subject, now }: { kind: ProposalKind; subject: string; now: Date },
): Promise<{ id: number; madeBy: number } | undefined> {
  const row = await tx
    .selectFrom('operator_proposal')
    .select(['id', 'made_by'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { id: row.id, madeBy: row.made_by }
}

/** What another operator has not looked at yet. */
export async function findWaitingProposals(tx: Tx, now: Date) {
  const { rows } = await sql<{ waiting: bigint; oldest_at: Date | null; due_at: Date | null }>`
    select count(*) as waiting, min(made_at) as oldest_at, min(expires_at) as due_at from (
      select made_at, expires_at from operator_proposal
      where state = 'pending' and expires_at > ${now} order by expires_at limit ${COUNTED_BEYOND}
    ) pending`.execute(tx)
  const [found] = rows
  return {
    waiting: Number(found?.waiting ?? 0n),
    oldestAt: found?.oldest_at ?? undefined,
    dueAt: found?.due_at ?? undefined,
  }
}

/** The last one about this subject, whatever became of it. */
export async function newestProposal(
  tx: Tx,
  request: { kind: ProposalKind; subject: string; caller: OperatorCaller; now: Date },
) {
  const { kind, subject, caller, now } = request
  const row = await proposals(tx)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? describe(row, caller, now) : null
}

export async function getProposal(
  tx: Tx,
  { id, caller, now }: { id: number; caller: OperatorCaller; now: Date },
) {
  const [row] = await proposals(tx).where('id', '=', id).execute()
  if (!row) throw new Refusal('proposal_not_found')
  return describe(row, caller, now)
}

export async function listProposals(
  tx: Tx,
  request: {
    state: Row['state'] | undefined
    kinds: readonly string[] | undefined
    caller: OperatorCaller
    page: number
    limit: number
    now: Date
  },
) {
  const { state, kinds, caller, page, limit, now } = request
  let all = proposals(tx).orderBy('id', 'desc')
  if (state !== undefined) all = all.where('state', '=', state)
  const among = kinds && eachOf('kind', [...new Set(kinds)])
  const { rows, total } = await readPage(tx, all, request, { key: 'id', among })
  return { list: rows.map((row) => describe(row, caller, now)), total, page, limit }
}

const nameOf = (id: Expression<number | null>) =>
  sql<string | null>`(select name from operator where operator.id = ${id})`

function proposals(tx: Tx) {
  return tx
    .selectFrom('operator_proposal')
    .selectAll('operator_proposal')
    .select((row) => [
      nameOf(row.ref('made_by')).$notNull().as('maker'),
      nameOf(row.ref('decided_by')).as('checker'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof proposals>['execute']>>[number]

function describe(row: Row, caller: OperatorCaller, now: Date) {
  const kind = kindOf(row.kind)
  const state = row.state === 'pending' && row.expires_at <= now ? 'expired' : row.state
  return {
    id: row.id,
    kind,
    subject: row.subject,
    summary: row.summary,
    reason: row.reason,
    state,
    made_by: { id: row.made_by, name: row.maker },
    made_at: row.made_at,
    expires_at: row.expires_at,
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: row.checker ?? '' },
    decided_at: row.decided_at,
    decision_reason: row.decision_reason,
    decides:
      state === 'pending' &&
      row.made_by !== caller.operatorId &&
      isAllowed(caller.roles, rolesOf(kind, row.payload)),
  }
}
