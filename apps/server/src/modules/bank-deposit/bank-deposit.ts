import type {
  listBankDeposits as listBankDepositsCall,
  readBankDetails,
  requestCredit,
} from '@btbc/contract/bank-deposit.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { ALL_STATES, statesOf, statusNumber } from '@btbc/contract/payment-state.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { eachOf, readPage } from '@btbc/database/page.ts'
import type { BankDeposit } from '@btbc/database/tables.ts'
import { currencies } from '@btbc/money/currency.ts'
import { type Selectable, sql } from 'kysely'

import { getMember, lockMember, tellMember } from '#modules/account/index.ts'
import {
  agreedRate,
  bankTerms,
  coverableUnits,
  creditPayment,
  rateOf,
  refuseOutside,
  refuseTooMany,
  refuseUnproved,
  reserveWorth,
  returnReserve,
} from '#modules/rail/index.ts'
import { endAcceptance, refuseLately } from '#modules/review/index.ts'
import { transition } from '#platform/state-machine.ts'
import type { CallerAddress } from '#network/caller-address.ts'
import { type Remark, sayRemark } from '#platform/remarks.ts'
import { takeUpload } from '#modules/upload/index.ts'
import { DAY_MS } from '#platform/durations.ts'

import { bankDepositStates } from './bank-deposit.states.ts'
import { receivingDetails } from './receiving-details.ts'

/** Deposits by bank transfer: a voucher is sent, two operators look, the member is credited. */

const ORDER_BYTES = 8
const KEPT_OF_ACCOUNT = 4
/** By then operators have decided, or the reserve goes back by itself. */
export const DECIDE_MS = 3 * DAY_MS

type Details = Response<typeof readBankDetails>
type Asked = Response<typeof requestCredit>
type Deposits = Response<typeof listBankDepositsCall>
export type BankDepositRow = Selectable<BankDeposit>

export async function describeBank(
  tx: Tx,
  { memberId, language, now }: { memberId: number; language: Language; now: Date },
): Promise<Details> {
  const member = await getMember(tx, memberId)
  const { isOpen, ...limits } = await bankTerms(tx, now)
  const rate = await rateOf(tx, 'bank', now)
  return {
    ...receivingDetails({ id: memberId, accountNumber: member.extension_code }, language),
    open: isOpen,
    rate,
    ...limits,
    left: await coverableUnits(tx, rate, now),
  }
}

export type BankRequest = {
  memberId: number
  account: string | undefined
  amount: bigint | undefined
  /** As it was shown. */
  rate: bigint | undefined
  voucher: string | undefined
  from: CallerAddress
  random: (bytes: number) => Buffer
  now: Date
}

/** Takes a voucher and reserves what it is worth, until two operators have looked at it. */
export async function askForDeposit(tx: Tx, request: BankRequest): Promise<Asked> {
  const { memberId, voucher, now } = request
  if (voucher === undefined) throw new Refusal('voucher_required')
  const accountEnd = endOfAccount(request.account)
  const { isOpen, ...limits } = await bankTerms(tx, now)
  if (!isOpen) throw new Refusal('rail_closed')
  const { amount } = request
  if (amount === undefined) throw new Refusal('amount_required')
  refuseOutside(limits, amount)
  const rate = await agreedRate(tx, 'bank', { shown: request.rate, now })
  await lockMember(tx, memberId)
  await refuseUnproved(tx, memberId)
  await refuseTooMany(tx, 'bank_deposit', memberId)
  await refuseLately(tx, { table: 'bank_deposit', memberId, now })
  const { digest } = await takeUpload(tx, { memberId, id: voucher, purpose: 'voucher', now })
  const repeated = await countRepeated(tx, { digest, amount, account_end: accountEnd })
  const orderNo = `B${request.random(ORDER_BYTES).toString('hex').toUpperCase()}`
  const { id } = await tx
    .insertInto('bank_deposit')
    .values({
      order_no: orderNo,
      member_id: memberId,
      account_end: accountEnd,
      amount,
      rate,
      reserved: 0n,
      voucher,
      voucher_digest: digest,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const deposit = { rail: 'bank', id, memberId, orderNo } as const
  const reserved = await reserveWorth(tx, deposit, { ...request, units: amount, rate })
  await tx.updateTable('bank_deposit').set({ reserved }).where('id', '=', id).execute()
  return { id, order_no: orderNo, ...(repeated > 0 ? { repeated: true } : {}) }
}

/** Only the end of a card number is kept: nobody needs more of it to know it again. */
function endOfAccount(account: string | undefined): string {
  if (account === undefined) throw new Refusal('bank_account_required')
  const plain = account.replaceAll(/[\s-]/g, '')
  if (!/^[0-9A-Za-z]{4,34}$/.test(plain)) throw new Refusal('bank_account_invalid')
  return plain.slice(-KEPT_OF_ACCOUNT).toUpperCase()
}

/** How many other requests came with the same picture, amount and account. */
export async function countRepeated(
  tx: Tx,
  deposit: { id?: number; digest: Buffer | null; amount: bigint; account_end: string },
): Promise<number> {
  if (deposit.digest === null) return 0
  const { same } = await tx
    .selectFrom('bank_deposit')
    .select((row) => row.fn.countAll<bigint>().as('same'))
    .where('voucher_digest', '=', deposit.digest)
    .where('amount', '=', deposit.amount)
    .where('account_end', '=', deposit.account_end)
    .where('id', '<>', deposit.id ?? 0)
    .executeTakeFirstOrThrow()
  return Number(same)
}

/** What two operators decided. Answers nothing when it was decided before. */
export async function decideDeposit(
  tx: Tx,
  request: { id: number; decision: 'accept' | 'reject'; reason: Remark; now: Date },
): Promise<BankDepositRow | undefined> {
  const { id, decision, reason, now } = request
  const row = await tx
    .selectFrom('bank_deposit')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || !bankDepositStates.allows(row.state, decision)) return undefined
  const deposit = { rail: 'bank', id, memberId: row.member_id, orderNo: row.order_no } as const
  if (decision === 'accept') {
    const { amount: received, rate, reserved } = row
    await creditPayment(
      tx,
      deposit,
      { received, rate, reserved, credited: 0n, isNoted: false },
      now,
    )
  } else await returnReserve(tx, deposit, row.reserved, now)
  const set = { reason: decision === 'accept' ? null : reason, reserved: 0n }
  return await transition(tx, bankDepositStates, row, decision, { now, set })
}

/** Three days after it was asked for, and later where the house stood still meanwhile. */
export function decideBy({ created_at: at, decide_by: moved }: BankDepositRow): Date {
  return moved ?? new Date(at.getTime() + DECIDE_MS)
}

/** Undecided for as long as the member was told: what was reserved goes back. */
export async function returnUndecided(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const due = await tx
    .selectFrom('bank_deposit')
    .select('id')
    .where('state', '=', 'pending')
    .where('created_at', '<=', new Date(now.getTime() - DECIDE_MS))
    .where((each) => each.or([each('decide_by', 'is', null), each('decide_by', '<=', now)]))
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  const reason = { code: 'bank_deposit_undecided' } as const
  const row = due && (await decideDeposit(tx, { ...due, decision: 'reject', reason, now }))
  if (!row) return 0
  await endAcceptance(tx, { queue: 'bank_deposit', id: row.id, now })
  const facts = { order: row.order_no }
  await tellMember(tx, row.member_id, { kind: 'bank_deposit_lapsed', facts, wallNow })
  return 1
}

/** The member's deposits by bank transfer, newest first, in the numbers of the seeds' charge records. */
export async function listBankDeposits(
  tx: Tx,
  request: { memberId: number; status: number; page: number; limit: number; language: Language },
): Promise<Deposits> {
  const { memberId, page, limit, language } = request
  const states = statesOf('bank_recharge_list', request.status).filter(bankDepositStates.has)
  if (states.length === 0) return { list: [], total: 0, page, limit }
  const own = tx
    .selectFrom('bank_deposit')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
  const among = request.status === ALL_STATES ? undefined : eachOf('state', states)
  const { rows, total } = await readPage(tx, own, request, { key: 'id', among })
  return { list: rows.map((row) => describe(row, language)), total, page, limit }
}

function describe(row: BankDepositRow, language: Language): Deposits['list'][number] {
  const { state, amount, order_no: orderNo, created_at: at } = row
  return {
    id: row.id,
    status: statusNumber('bank_recharge_list', state),
    state,
    amount,
    fee: 0n,
    net: amount,
    currency: currencies.BANK.id,
    currency_name: currencies.BANK.code,
    bank: `•••• ${row.account_end}`,
    order_no: orderNo,
    created_at: at,
    remark: sayRemark(row.reason, language),
    next:
      state === 'pending' ? { who: 'operator', by: decideBy(row) } : { who: 'nobody', by: null },
  }
}

/** USDT units reserved for bank deposits that nobody has decided. */
export async function sumBankDepositPromises(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(reserved), 0) as sum from bank_deposit where state = 'pending'`.execute(tx)
  return rows[0]?.sum ?? 0n
}
