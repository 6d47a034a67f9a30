import type { listDeposits as listDepositsCall } from '@btbc/contract/deposit.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import {
  type NextStep,
  type PaymentState,
  statesOf,
  statusNumber,
} from '@btbc/contract/payment-state.ts'
import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { eachOf, readPage } from '@btbc/database/page.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { getCurrency } from '@btbc/money/currency.ts'
import { sql, type SqlBool } from 'kysely'

import { CONFIRMATIONS_NEEDED, confirmationsOf, leastDeposit } from './deposit.rules.ts'

/** A member's deposits, those that are not confirmed yet included. */

type Deposits = Response<typeof listDepositsCall>

const LIST = 'coin_recharge_list'

/** Less than a unit is nothing in the books. */
export const isInBooks = sql<SqlBool>`amount > 0`

/** As the table has them, and as every list of payments calls them. */
const paymentStates = {
  seen: 'pending',
  parked: 'processing',
  final: 'processing',
  credited: 'done',
  gone: 'cancelled',
} as const satisfies Record<string, PaymentState>
type DepositState = keyof typeof paymentStates

export async function listDeposits(
  tx: Tx,
  request: { memberId: number; status: number; limit: number; page: number; language: Language },
): Promise<Deposits> {
  const { memberId, status, limit, page, language } = request
  const asked = statesOf(LIST, status)
  const states = (Object.keys(paymentStates) as DepositState[]).filter((state) =>
    asked.includes(paymentStates[state]),
  )
  if (states.length === 0) return { list: [], total: 0, page, limit }
  const ofMember = tx
    .selectFrom('deposit')
    .selectAll()
    .select((row) =>
      row
        .selectFrom('deposit_waiting')
        .select('counts_through')
        .whereRef('deposit_waiting.member_id', '=', 'deposit.member_id')
        .whereRef('deposit_waiting.currency', '=', 'deposit.currency')
        .as('counts_through'),
    )
    .where('member_id', '=', memberId)
    .where(isInBooks)
    .orderBy('id', 'desc')
  const among = eachOf('state', states)
  const { rows, total } = await readPage(tx, ofMember, request, { key: 'id', among })
  const watch = await tx.selectFrom('deposit_watch').select('head_block').executeTakeFirst()
  const head = watch?.head_block ?? 0n
  return {
    list: rows.map((row) => describe(row, { head, language })),
    total,
    page,
    limit,
  }
}

type Row = {
  id: number
  currency: number
  address: string
  tx_hash: string
  block_number: bigint
  amount: bigint
  state: DepositState
  seen_at: Date
  /** Up to this one all count, and are credited in the next turns. */
  counts_through: number | null
}

function describe(
  row: Row,
  { head, language }: { head: bigint; language: Language },
): Deposits['list'][number] {
  const { state } = row
  const currency = getCurrency(row.currency)
  const confirmations = state === 'gone' ? 0 : confirmationsOf(row.block_number, head)
  const counts = row.id <= (row.counts_through ?? 0)
  const waits = state === 'final' && confirmations === CONFIRMATIONS_NEEDED && !counts
  return {
    id: row.id,
    status: statusNumber(LIST, paymentStates[state]),
    state: paymentStates[state],
    amount: row.amount,
    fee: 0n,
    net: row.amount,
    currency: currency.id,
    currency_name: currency.code,
    address: row.address,
    order_no: `D${row.id}`,
    draw_no: '',
    created_at: row.seen_at,
    remark: remarkOf(state, waits, {
      least: `${formatAmount(leastDeposit(currency.id))} ${currency.code}`,
      language,
    }),
    confirmations,
    confirmations_needed: CONFIRMATIONS_NEEDED,
    tx_hash: row.tx_hash,
    next: { who: nextOf(state, waits), by: null },
  }
}

function nextOf(state: DepositState, waits: boolean): NextStep['who'] {
  switch (state) {
    case 'seen':
      return 'chain'
    case 'parked':
      return 'operator'
    case 'final':
      return waits ? 'member' : 'chain'
    case 'gone':
    case 'credited':
      return 'nobody'
  }
}

function remarkOf(
  state: DepositState,
  waits: boolean,
  { least, language }: { least: string; language: Language },
): string {
  if (state === 'gone') return say(language, 'remarks', 'deposit_gone')
  if (state === 'parked') return say(language, 'remarks', 'deposit_parked')
  return waits ? say(language, 'remarks', 'deposit_below', { least }) : ''
}
