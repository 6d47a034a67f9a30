import { isAllowed, type QueueName, type Role } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { claimDue, transition, transitionAll } from '#platform/state-machine.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'

import {
  findPending,
  getProposal,
  kindOf,
  type NewProposal,
  peopleIn,
  rolesOf,
} from './proposal.ts'
import { proposalStates } from './proposal.states.ts'

/** How a proposal ends that no second operator decides. */

const EXPIRED_AT_ONCE = 100

/** Ends proposals that nobody decided in time; answers how many. */
export async function expireProposals(tx: Tx, now: Date): Promise<number> {
  const most = EXPIRED_AT_ONCE
  const due = await claimDue(tx, proposalStates, { state: 'pending', by: 'expires_at', now, most })
  const ids = due.map((row) => row.id)
  return (await transitionAll(tx, proposalStates, ids, 'expire', { now })).length
}

/**
 * Whoever proposed it takes it back, unless another has decided it by then. Answers it as operators read it,
 * and whom it is about.
 */
export async function withdrawProposal(
  tx: Tx,
  { id, caller, now }: { id: number; caller: OperatorCaller; now: Date },
) {
  const row = await tx
    .selectFrom('operator_proposal')
    .select(['id', 'payload', 'made_by', 'state', 'expires_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('proposal_not_found')
  if (row.made_by !== caller.operatorId) throw new Refusal('proposal_of_another')
  if (!proposalStates.allows(row.state, 'withdraw') || row.expires_at <= now)
    throw new Refusal('proposal_decided')
  await transition(tx, proposalStates, row, 'withdraw', { now })
  return { proposal: await getProposal(tx, { id, caller, now }), people: peopleIn(row.payload) }
}

/** Takes hold of what was written down to be proposed, and waits for no second operator any more. */
export async function claimUndecided(
  tx: Tx,
  about: Pick<NewProposal, 'kind' | 'now'> & {
    table: 'red_packet' | 'campaign' | 'airdrop'
    /** How a proposal calls one of them, before its number. */
    name: string
    most: number
  },
): Promise<number[]> {
  const { kind, table, name, now, most } = about
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} thing
    where state = 'proposed' and not exists (
      select from operator_proposal
      where kind = ${kind} and subject = ${name} || ' ' || thing.id
        and state = 'pending' and expires_at > ${now}
    )
    order by made_at, id limit ${most} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What it is about has ended without it: nobody is asked for a second acceptance any more. */
export async function endProposal(
  tx: Tx,
  about: Pick<NewProposal, 'kind' | 'subject' | 'now'>,
): Promise<void> {
  const pending = await findPending(tx, about)
  if (!pending) return
  await transitionAll(tx, proposalStates, [pending.id], 'expire', { now: about.now })
}

/** A case that has ended by itself, or by its member, is accepted by nobody. */
export async function endAcceptance(
  tx: Tx,
  { queue, id, now }: { queue: QueueName; id: number; now: Date },
): Promise<void> {
  await endProposal(tx, { kind: 'case.accept', subject: caseSubject(queue, id), now })
}

/**
 * What somebody proposed, or accepted first, and may no more with the roles that they still hold; of whoever
 * leaves also what is proposed about them. Whoever may proposes it again.
 */
export async function endProposalsOf(
  tx: Tx,
  { operatorId, held, now }: { operatorId: number; held: readonly Role[]; now: Date },
): Promise<void> {
  const leaves = held.length === 0
  const theirs = await tx
    .selectFrom('operator_proposal')
    .select(['id', 'kind', 'payload'])
    .where('state', '=', 'pending')
    .where((row) =>
      row.or([
        row('made_by', '=', operatorId),
        ...(leaves ? [row('subject', '=', `operator ${operatorId}`)] : []),
      ]),
    )
    .orderBy('id')
    .execute()
  const beyond = theirs.filter((row) => !isAllowed(held, rolesOf(kindOf(row.kind), row.payload)))
  const ids = beyond.map(({ id }) => id)
  await transitionAll(tx, proposalStates, ids, 'expire', { now })
}

/** How a case is named in proposals and in the audit log. */
export function caseSubject(queue: QueueName, id: number): string {
  return `${queue} ${id}`
}
