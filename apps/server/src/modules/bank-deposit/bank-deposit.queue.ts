import { say } from '@btbc/contract/operator/operator-text.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { tellMember } from '#modules/account/index.ts'
import {
  addUp,
  type CaseQueue,
  type CasesAsked,
  type CaseState,
  type QueueCase,
  readCases,
} from '#modules/review/index.ts'
import { worthOf } from '#modules/rail/index.ts'
import { sayRemark } from '#platform/remarks.ts'
import { type UploadFiles, openUpload } from '#modules/upload/index.ts'

import { type BankDepositRow, countRepeated, decideBy, decideDeposit } from './bank-deposit.ts'

/** What operators see of bank transfers. Accepting one always takes two of them. */

const states = {
  pending: 'waiting',
  done: 'accepted',
  rejected: 'rejected',
} as const satisfies Record<BankDepositRow['state'], CaseState>

export function bankDepositQueue(files: UploadFiles): CaseQueue {
  return {
    name: 'bank_deposit',
    list: listCases,
    async find(tx, id) {
      const row = await findDeposit(tx, id)
      return row && (await describe(tx, row))
    },
    async decide(tx, { id, decision, reason, now, wallNow }) {
      const row = await decideDeposit(tx, { id, decision, reason: { words: reason }, now })
      if (!row) throw new Refusal('case_decided')
      const kind = decision === 'accept' ? 'bank_deposit_credited' : 'bank_deposit_rejected'
      const facts = {
        reason,
        order: row.order_no,
        amount: plainAmount(worthOf(row.amount, row.rate)),
      }
      await tellMember(tx, row.member_id, { kind, facts, wallNow })
    },
    needsTwo: () => true,
    held: (tx) =>
      addUp(tx, sql`select id, reserved as units from bank_deposit where state = 'pending'`),
    async picture(tx, { id, picture }) {
      const row = await findDeposit(tx, id)
      if (row?.voucher !== picture) return undefined
      const bytes = await openUpload(tx, { files, id: picture })
      return { type: 'image/jpeg', bytes }
    },
  }
}

async function listCases(tx: Tx, asked: CasesAsked) {
  const all = tx.selectFrom('bank_deposit').selectAll()
  const decided = all.where('state', '<>', sql.lit('pending')).orderBy('closed_at', 'desc')
  const rows = {
    waiting: all.where('state', '=', sql.lit('pending')).orderBy('id'),
    decided: decided.orderBy('id', 'desc'),
  }
  return await readCases(tx, asked, rows, describe)
}

async function findDeposit(tx: Tx, id: number): Promise<BankDepositRow | undefined> {
  return await tx.selectFrom('bank_deposit').selectAll().where('id', '=', id).executeTakeFirst()
}

async function describe(tx: Tx, row: BankDepositRow): Promise<QueueCase> {
  const repeated = await countRepeated(tx, { ...row, digest: row.voucher_digest })
  const worth = `${plainAmount(worthOf(row.amount, row.rate))} USDT`
  return {
    id: row.id,
    state: states[row.state],
    memberId: row.member_id,
    title: say('cases.voucher', { amount: plainAmount(row.amount) }),
    amount: row.amount,
    currency: currencies.BANK.id,
    openedAt: row.created_at,
    dueAt: decideBy(row),
    facts: [
      ...(repeated > 0
        ? [
            {
              label: 'Warning',
              value: say('cases.voucherRepeated', { count: repeated }),
            },
          ]
        : []),
      { label: 'Order', value: row.order_no },
      { label: 'Amount', value: `${plainAmount(row.amount)} bank units` },
      { label: 'Worth', value: worth },
      { label: 'Paid from', value: `•••• ${row.account_end}` },
      ...(row.reason === null
        ? []
        : [{ label: 'Why it was rejected', value: sayRemark(row.reason, 'en') }]),
    ],
    pictures: [{ id: row.voucher, label: 'Voucher' }],
    afterAccept: say('cases.voucherAccepted', { worth }),
    afterReject: say('cases.voucherRejected', { worth }),
  }
}
