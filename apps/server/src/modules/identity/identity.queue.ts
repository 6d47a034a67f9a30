import { say } from '@btbc/contract/operator/operator-text.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { IDENTITY_KEPT_DAYS } from '@btbc/contract/upload.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Tables } from '@btbc/database/tables.ts'
import { type Selectable, sql } from 'kysely'

import { getMember, tellMember } from '#modules/account/index.ts'
import {
  type CaseQueue,
  type CasesAsked,
  type CaseState,
  type QueueCase,
  readCases,
} from '#modules/review/index.ts'
import { sayRemark } from '#platform/remarks.ts'
import { type UploadFiles, openUpload } from '#modules/upload/index.ts'

import { decideBy, decideIdentity } from './identity.ts'

/** What operators see of submissions, and what their decision does. */

type Row = Selectable<Tables['identity']>

const states = {
  pending: 'waiting',
  verified: 'accepted',
  rejected: 'rejected',
} as const satisfies Record<Row['state'], CaseState>

export function identityQueue(files: UploadFiles): CaseQueue {
  return {
    name: 'identity',
    list: listSubmissions,
    async find(tx, id) {
      const row = await findSubmission(tx, id)
      return row && (await describe(tx, row))
    },
    async decide(tx, { id, decision, reason, operatorId, now, wallNow }) {
      const decided = await decideIdentity(tx, {
        id,
        decision,
        reason: { words: reason },
        operatorId,
        now,
      })
      if (!decided) throw new Refusal('case_decided')
      const kind = decision === 'accept' ? 'identity_verified' : 'identity_rejected'
      const facts = { reason, days: IDENTITY_KEPT_DAYS }
      await tellMember(tx, decided.memberId, { kind, facts, wallNow })
    },
    needsTwo: () => false,
    async picture(tx, { id, picture }) {
      const row = await findSubmission(tx, id)
      if (!row || (row.front_pic !== picture && row.reverse_pic !== picture)) return undefined
      const bytes = await openUpload(tx, { files, id: picture })
      return { type: 'image/jpeg', bytes }
    },
  }
}

async function listSubmissions(tx: Tx, asked: CasesAsked) {
  const all = tx.selectFrom('identity').selectAll()
  const decided = all.where('state', '<>', sql.lit('pending')).orderBy('decided_at', 'desc')
  const rows = {
    waiting: all.where('state', '=', sql.lit('pending')).orderBy('id'),
    decided: decided.orderBy('id', 'desc'),
  }
  return await readCases(tx, asked, rows, describe)
}

async function findSubmission(tx: Tx, id: number): Promise<Row | undefined> {
  return await tx.selectFrom('identity').selectAll().where('id', '=', id).executeTakeFirst()
}

async function describe(tx: Tx, row: Row): Promise<QueueCase> {
  const member = await getMember(tx, row.member_id)
  const before = tx
    .selectFrom('identity')
    .where('member_id', '=', row.member_id)
    .where('id', '<', row.id)
  const last = await before
    .select('reason')
    .select(before.select((each) => each.fn.countAll<bigint>().as('count')).as('count'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    id: row.id,
    state: states[row.state],
    memberId: row.member_id,
    title: row.name,
    titleForOthers: say('cases.papers'),
    openedAt: row.submitted_at,
    dueAt: decideBy(row),
    facts: [
      { label: 'Name', value: row.name, forDeciders: true },
      {
        label: 'Document number',
        value: row.card_id ?? `erased, ended in ${row.card_end}`,
        forDeciders: true,
      },
      { label: 'Country', value: member.country },
      { label: 'Member since', value: dayOf(member.joined_at) },
      { label: 'Submitted before', value: String(last?.count ?? 0) },
      ...(last ? [{ label: 'Why it was rejected then', value: sayRemark(last.reason, 'en') }] : []),
    ],
    pictures: isErased(row)
      ? []
      : [
          { id: row.front_pic, label: 'Front' },
          { id: row.reverse_pic, label: 'Back' },
        ],
    afterAccept: say('cases.identityAccepted', { days: IDENTITY_KEPT_DAYS }),
    afterReject: say('cases.identityRejected', { days: IDENTITY_KEPT_DAYS }),
  }
}

function isErased(row: Row): boolean {
  return row.card_id === null
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
