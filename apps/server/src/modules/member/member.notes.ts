import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { OperatorCaller } from '#modules/operator/index.ts'

import { getCaseMember } from './case-member.ts'

/** Notes and tags of operators about a member. No call of a member reads them, and none is deleted. */

const SHOWN = 50
const TAG_MAX = 30

type Kind = 'note' | 'tag'

/** The newest that stand; the others are in the timeline. */
export async function notesOf(tx: Tx, memberId: number) {
  const rows = await tx
    .selectFrom('member_note')
    .innerJoin('operator', 'operator.id', 'made_by')
    .select(['member_note.id', 'kind', 'text', 'made_by', 'made_at', 'name'])
    .where('member_id', '=', memberId)
    .where('withdrawn_at', 'is', null)
    .orderBy('member_note.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ made_by: id, name, kind, ...row }) => ({
    ...row,
    kind: kind === 'tag' ? ('tag' as const) : ('note' as const),
    made_by: { id, name },
  }))
}

/** A tag that stands already is the one that is meant. */
export async function writeNote(
  tx: Tx,
  note: { id: number; kind: Kind; text: string; caller: OperatorCaller; now: Date },
): Promise<number> {
  const { kind, text, caller, now } = note
  const { id: memberId } = await getCaseMember(tx, note.id)
  if (kind === 'tag' && (text.length > TAG_MAX || text.includes('\n'))) {
    throw new Refusal('invalid_request', { field: 'text' })
  }
  const made = await tx
    .insertInto('member_note')
    .values({ member_id: memberId, kind, text, made_by: caller.operatorId, made_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const known = await tx
    .selectFrom('member_note')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'tag')
    .where(sql`lower(text)`, '=', text.toLowerCase())
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!known) throw new Refusal('try_again')
  return known.id
}

/** Answers whom it was about. */
export async function withdrawNote(
  tx: Tx,
  request: { note: number; reason: string; caller: OperatorCaller; now: Date },
): Promise<number> {
  const { note, reason, caller, now } = request
  const withdrawn = await tx
    .updateTable('member_note')
    .set({ withdrawn_by: caller.operatorId, withdrawn_at: now, withdrawn_reason: reason })
    .where('id', '=', note)
    .where('withdrawn_at', 'is', null)
    .returning('member_id')
    .executeTakeFirst()
  if (!withdrawn) throw new Refusal('note_not_found')
  return withdrawn.member_id
}
