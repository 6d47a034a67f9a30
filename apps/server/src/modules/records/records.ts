import type { Response } from '@btbc/contract/endpoint.ts'
import type { listRecords as listRecordsCall } from '@btbc/contract/mining.ts'
import { type PaymentState, statusNumber } from '@btbc/contract/payment-state.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Db } from '@btbc/database/database.ts'
import { type EntryKind, kindsIn } from '@btbc/ledger/kinds.ts'
import { type StatementLine, statementOfMember } from '@btbc/ledger/statement.ts'
import { wireUnits } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId, getCurrency } from '@btbc/money/currency.ts'

import { settleDue } from '#modules/mining/index.ts'

import { recordText } from '#modules/wallet/index.ts'
import { findWithdrawalStates } from '#modules/withdrawal/index.ts'

/** A member's records: one line for each balance that an event changed, newest first. */

type Records = Response<typeof listRecordsCall>

type Filter = {
  kinds?: readonly EntryKind[]
  incoming?: readonly EntryKind[]
  outgoing?: readonly EntryKind[]
  currency?: CurrencyId
}

/** By `t`: all, deposits, mining and income, withdrawals, trades, launches. */
const filters: readonly Filter[] = [
  {},
  { kinds: kindsIn('deposits'), incoming: kindsIn('between members') },
  { kinds: kindsIn('income') },
  { kinds: kindsIn('withdrawals'), outgoing: kindsIn('between members') },
  { kinds: kindsIn('trades') },
  { currency: currencies.LAUNCH.id },
]
const wentOut = new Set([...kindsIn('withdrawals'), ...kindsIn('between members')])

export async function listRecords(
  db: Db,
  request: {
    memberId: number
    filter: number
    limit: number
    page: number
    language: Language
    now: Date
  },
): Promise<Records> {
  const { memberId, limit, page, language, now } = request
  await settleDue(db, { memberId, now })
  const filter = filters[request.filter] ?? {}
  const { rows, total } = await statementOfMember(db, memberId, { ...filter, limit, page })
  const states = await findWithdrawalStates(db, { memberId, ids: rows.flatMap(withdrawalOf) })
  return { data: rows.map((line) => describeLine(line, { language, states })), total }
}

/** The withdrawal on its way to the chain that a line is about. */
function withdrawalOf({ kind, note }: StatementLine): number[] {
  return kind.startsWith('withdrawal.') && typeof note.withdrawal === 'number'
    ? [note.withdrawal]
    : []
}

type States = ReadonlyMap<number, PaymentState>

function describeLine(
  line: StatementLine,
  { language, states }: { language: Language; states: States },
): Records['data'][number] {
  const currency = getCurrency(line.currency)
  const value = wireUnits(line.value, currency)
  const size = value < 0n ? -value : value
  const number = line.note.order_no ?? line.note.draw_no
  const [withdrawal = 0] = withdrawalOf(line)
  return {
    id: lineId(line),
    kind: line.kind,
    info: recordText(line.kind, language),
    value,
    currency: currency.id,
    currency_name: currency.code,
    created_at: line.at,
    amount: size,
    // What is in the books has happened, but for what the chain has the last word on.
    status: statusNumber('coin_withdraw_list', states.get(withdrawal) ?? 'done'),
    order_no: `${number ?? `E${line.entryId}`}`,
    draw_no: value < 0n && wentOut.has(line.kind) ? `${number ?? ''}` : '',
  }
}

const purposes = ['change', 'legal', 'lever', 'micro', 'unclaimed', 'launches', 'points']
const PLACES_PER_ENTRY = 100
const PLACES_PER_PURPOSE = 10

/** One entry can change several balances of a member: each has its own number within the entry's. */
function lineId({ entryId, purpose, currency }: StatementLine): number {
  const coin = Object.values(currencies).findIndex((each) => each.id === currency)
  const place = purposes.indexOf(purpose) * PLACES_PER_PURPOSE + coin
  return Number(entryId) * PLACES_PER_ENTRY + place
}
