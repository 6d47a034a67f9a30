import { isAllowed, proposalRoles } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import type { SybilGroup } from '@btbc/database/tables.ts'
import { type Selectable, sql } from 'kysely'

import { displayName } from '#modules/account/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { findPending, getProposal, historyOf } from '#modules/review/index.ts'

import { HIGH_FROM, type Reason } from './score.ts'
import type { SeedKind } from './sybil.signals.ts'
import { subjectOf } from './sybil.hold.ts'

/** Groups as operators see them, with the reasons. */

const MEMBERS_SHOWN = 100
const kinds: readonly SeedKind[] = ['inviter', 'payee', 'network']

export async function listGroups(
  tx: Tx,
  { show, page, limit }: { show: 'waiting' | 'decided'; page: number; limit: number },
) {
  const groups = tx.selectFrom('sybil_group').selectAll()
  const ordered =
    show === 'waiting'
      ? groups.where('state', '=', sql.lit('found')).orderBy('score', 'desc').orderBy('id')
      : groups.where('state', '<>', sql.lit('found')).orderBy('decided_at', 'desc').orderBy('id')
  const { rows, total } = await readPage(tx, ordered, { page, limit }, { key: 'id' })
  return { list: rows.map(describe), total, page, limit }
}

export async function readGroup(
  tx: Tx,
  { id, caller, now }: { id: number; caller: OperatorCaller; now: Date },
) {
  const group = await tx
    .selectFrom('sybil_group')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!group) throw new Refusal('group_not_found')
  return {
    ...describe(group),
    reasons: reasonsOf(group),
    members: await membersOf(tx, id),
    proposal: await pendingOf(tx, { id, caller, now }),
    history: await historyOf(tx, subjectOf(id)),
    may_decide: isAllowed(caller.roles, proposalRoles['rewards.hold']),
  }
}

type Group = Selectable<SybilGroup>

/** Written by the walk alone. */
function reasonsOf(group: Group): Reason[] {
  return group.reasons as Reason[]
}

function describe(group: Group) {
  const { id, seed, state, score, size, counted, grown_of, found_at, looked_at } = group
  const [kind] = seed.split(':')
  return {
    id,
    by: kinds.find((each) => each === kind) ?? 'network',
    state,
    score,
    high: score >= HIGH_FROM,
    size,
    counted: counted ?? size,
    grown_of,
    found_at,
    looked_at,
  }
}

async function membersOf(tx: Tx, id: number) {
  const rows = await tx
    .selectFrom('sybil_member')
    .innerJoin('member', 'member.id', 'member_id')
    .select(['member.id', 'mail', 'mobile', 'account_number', 'inviter_id', 'joined_at'])
    .where('group_id', '=', id)
    .orderBy('member.id')
    .limit(MEMBERS_SHOWN)
    .execute()
  return rows.map(({ mail, mobile, account_number, ...row }) => ({
    ...row,
    name: displayName({ mail, mobile, account_number }),
  }))
}

async function pendingOf(
  tx: Tx,
  { id, caller, now }: { id: number; caller: OperatorCaller; now: Date },
) {
  for (const kind of ['rewards.hold', 'rewards.release'] as const) {
    const pending = await findPending(tx, { kind, subject: subjectOf(id), now })
    if (pending) return await getProposal(tx, { id: pending.id, caller, now })
  }
  return null
}
