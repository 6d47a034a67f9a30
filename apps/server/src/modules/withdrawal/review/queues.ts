import { say } from '@btbc/contract/operator/operator-text.ts'
import type { Tx } from '@btbc/database/database.ts'
import { plainAmount, priceAmount } from '@btbc/money/amount.ts'
import { currencies, getCurrency } from '@btbc/money/currency.ts'
import { sql, type SqlBool } from 'kysely'

import {
  addUp,
  type CaseQueue,
  type CaseState,
  type QueueCase,
  readCases,
} from '#modules/review/index.ts'
import { minuteOf } from '#platform/calendar-days.ts'

import { bankNameOf } from '../bank/bank-name.ts'
import { type BankRow, decideBank } from '../bank/bank-withdrawal.ts'
import { decideWithdrawal } from './approval.ts'
import type { WithdrawalRow } from '../withdrawal.row.ts'

/** What operators decide about: large withdrawals to addresses, and every one to a bank. */

const isUndecided = sql<SqlBool>`state = 'pending' and approved_at is null`

export const coinWithdrawalQueue: CaseQueue = {
  name: 'coin_withdrawal',
  async list(tx, asked) {
    const all = tx.selectFrom('withdrawal').where('decide_by', 'is not', null).selectAll()
    const rows = {
      waiting: all.where(isUndecided).orderBy('id'),
      decided: all.where(sql<SqlBool>`not (${isUndecided})`).orderBy('id', 'desc'),
    }
    return await readCases(tx, asked, rows, (_, row) => coinCase(row))
  },
  async find(tx, id) {
    const row = await tx
      .selectFrom('withdrawal')
      .selectAll()
      .where('id', '=', id)
      .where('decide_by', 'is not', null)
      .executeTakeFirst()
    if (!row) return undefined
    const found = coinCase(row)
    return { ...found, facts: [...found.facts, ...(await historyOf(tx, row))] }
  },
  decide: decideWithdrawal,
  // Only those above the threshold of the terms are here at all.
  needsTwo: () => true,
  held: (tx) =>
    addUp(
      tx,
      sql`select id, worth as units from withdrawal where decide_by is not null and ${isUndecided}`,
    ),
}

export const bankWithdrawalQueue: CaseQueue = {
  name: 'bank_withdrawal',
  async list(tx, asked) {
    const all = withBanks(tx)
    const rows = {
      waiting: all.where('state', '=', sql.lit('pending')).orderBy('id'),
      decided: all.where('state', '<>', sql.lit('pending')).orderBy('id', 'desc'),
    }
    return await readCases(tx, asked, rows, (_, row) => bankCase(row))
  },
  async find(tx, id) {
    const row = await withBanks(tx).where('id', '=', id).executeTakeFirst()
    return row && bankCase(row)
  },
  decide: decideBank,
  // However small: many small ones are a large one.
  needsTwo: () => true,
  held: (tx) =>
    addUp(tx, sql`select id, amount as units from bank_withdrawal where state = 'pending'`),
}

function coinCase(row: WithdrawalRow): QueueCase {
  const currency = getCurrency(row.currency)
  const inCoins = (units: bigint) => `${priceAmount(units)} ${currency.code}`
  const net = inCoins(row.amount - row.fee)
  return {
    id: row.id,
    state: row.state === 'pending' && row.approved_at !== null ? 'accepted' : stateOf(row.state),
    memberId: row.member_id,
    title: `${plainAmount(row.amount)} ${currency.code} to ${row.address}`,
    amount: row.amount,
    currency: currency.id,
    openedAt: row.created_at,
    ...(row.decide_by === null ? {} : { dueAt: row.decide_by }),
    facts: [
      { label: 'Number', value: row.draw_no },
      { label: 'Amount', value: inCoins(row.amount) },
      { label: 'Fee', value: inCoins(row.fee) },
      { label: 'Arrives', value: net },
      { label: 'Worth', value: `${priceAmount(row.worth)} USDT` },
      { label: 'Address', value: row.address },
      { label: 'Leaves not before', value: minuteOf(row.release_at) },
    ],
    pictures: [],
    afterAccept: say('cases.withdrawalAccepted', {
      net,
      address: row.address,
      at: minuteOf(row.release_at),
      fee: inCoins(row.fee),
    }),
    afterReject: say('cases.withdrawalRejected', { amount: inCoins(row.amount) }),
  }
}

/** How often the member withdrew to this address, and how much in the last 30 days. */
async function historyOf(tx: Tx, row: WithdrawalRow): Promise<QueueCase['facts']> {
  const { rows } = await sql<{ arrived: bigint; month: bigint }>`
    select count(*) filter (where address = ${row.address} and state = 'done') as arrived,
      coalesce(sum(worth) filter (where created_at > ${row.created_at}::timestamptz - interval '30 days'
        and state not in ('rejected', 'cancelled')), 0) as month
    from withdrawal where member_id = ${row.member_id} and id < ${row.id}`.execute(tx)
  const [history] = rows
  return [
    { label: 'Arrived at this address before', value: `${history?.arrived ?? 0n} times` },
    {
      label: 'Withdrawn in the 30 days before',
      value: `${priceAmount(history?.month ?? 0n)} USDT`,
    },
  ]
}

/** Each with what its bank is called. */
function withBanks(tx: Tx) {
  return tx
    .selectFrom('bank_withdrawal')
    .selectAll('bank_withdrawal')
    .select((row) => bankNameOf(row).as('bank'))
}

function bankCase(row: BankRow & { bank: string }): QueueCase {
  const { USDT } = currencies
  const inUsdt = (units: bigint) => `${priceAmount(units)} USDT`
  const net = row.amount - row.fee
  return {
    id: row.id,
    state: stateOf(row.state),
    memberId: row.member_id,
    title: `${plainAmount(row.amount)} USDT to ${row.bank}`,
    amount: row.amount,
    currency: USDT.id,
    openedAt: row.created_at,
    dueAt: row.decide_by,
    facts: [
      { label: 'Number', value: row.order_no },
      { label: 'Amount', value: inUsdt(row.amount) },
      { label: 'Fee', value: inUsdt(row.fee) },
      { label: 'To pay out', value: `${priceAmount(row.units)} bank units (test)` },
      { label: 'Bank', value: row.bank },
      { label: 'Test account', value: row.account_number },
      { label: 'Holder', value: row.holder },
      ...(row.branch === null ? [] : [{ label: 'Branch', value: row.branch }]),
      ...(row.area === null ? [] : [{ label: 'Area', value: row.area }]),
    ],
    pictures: [],
    afterAccept: say('cases.bankAccepted', { net: inUsdt(net), fee: inUsdt(row.fee) }),
    afterReject: say('cases.bankRejected', { amount: inUsdt(row.amount) }),
  }
}

function stateOf(state: WithdrawalRow['state']): CaseState {
  switch (state) {
    case 'pending':
      return 'waiting'
    case 'rejected':
      return 'rejected'
    case 'cancelled':
      return 'cancelled'
    case 'approved':
    case 'processing':
    case 'sent':
    case 'done':
      return 'accepted'
  }
}
