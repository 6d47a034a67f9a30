import { say } from '@btbc/contract/operator/operator-text.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { getMember, tellMember } from '#modules/account/index.ts'
import {
  type CaseQueue,
  type CasesAsked,
  type CaseState,
  type QueueCase,
  readCases,
} from '#modules/review/index.ts'
import { sayRemark } from '#platform/remarks.ts'

import { decideBy, decideSeller, type SellerRow } from './seller.ts'

/** What operators see of members who want to sell. */

const states = {
  asked: 'waiting',
  seller: 'accepted',
  refused: 'rejected',
  ended: 'cancelled',
} as const satisfies Record<SellerRow['state'], CaseState>

export const sellerQueue: CaseQueue = {
  name: 'seller',
  list: listCases,
  async find(tx, id) {
    const row = await tx.selectFrom('seller').selectAll().where('id', '=', id).executeTakeFirst()
    return row && (await describe(tx, row))
  },
  async decide(tx, { id, decision, reason, operatorId, now, wallNow }) {
    const row = await decideSeller(tx, { id, decision, reason, operatorId, now })
    if (!row) throw new Refusal('case_decided')
    const kind = decision === 'accept' ? 'seller_accepted' : 'seller_refused'
    await tellMember(tx, row.member_id, { kind, facts: { reason }, wallNow })
  },
  needsTwo: () => false,
}

async function listCases(tx: Tx, asked: CasesAsked) {
  const all = tx.selectFrom('seller').selectAll()
  const decided = all.where('state', '<>', sql.lit('asked')).orderBy('decided_at', 'desc')
  const rows = {
    waiting: all.where('state', '=', sql.lit('asked')).orderBy('asked_at').orderBy('id'),
    decided: decided.orderBy('id'),
  }
  return await readCases(tx, asked, rows, describe)
}

async function describe(tx: Tx, row: SellerRow): Promise<QueueCase> {
  const member = await getMember(tx, row.member_id)
  return {
    id: row.id,
    state: states[row.state],
    memberId: row.member_id,
    title: say('cases.seller'),
    openedAt: row.asked_at,
    dueAt: decideBy(row),
    facts: [
      { label: 'Country', value: member.country },
      { label: 'Member since', value: member.joined_at.toISOString().slice(0, 10) },
      { label: 'Identity', value: 'accepted' },
      ...(row.note === '' ? [] : [{ label: 'Note', value: row.note }]),
      ...(row.reason === null
        ? []
        : [{ label: 'Why it was refused or ended', value: sayRemark(row.reason, 'en') }]),
    ],
    pictures: [],
    afterAccept: say('cases.sellerAccepted'),
    afterReject: say('cases.sellerRejected'),
  }
}
