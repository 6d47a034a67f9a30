import type { Response } from '@btbc/contract/endpoint.ts'
import { ALL_STATES, statesOf, statusNumber } from '@btbc/contract/payment-state.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type {
  listBankWithdrawals,
  listPayableBanks,
  readBankWithdrawalTerms,
} from '@btbc/contract/bank-withdrawal.ts'
import type { Tx } from '@btbc/database/database.ts'
import { eachOf, readPage } from '@btbc/database/page.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'

import { bankNameOf } from './bank-name.ts'
import { bankWithdrawalStates } from './bank-withdrawal.states.ts'

import { sayRemark } from '#platform/remarks.ts'
import { settingAt } from '#platform/settings.ts'
import { rateOf as bankRateOf, unitsOf } from '#modules/rail/index.ts'

import { type BankRow, PLATFORM_DEFAULT, spelledPlatform } from './bank-withdrawal.ts'
import { houseLimits } from '../limits/limits.settings.ts'
import { feeOf, limitsOf, minimumOf, rateOf, termsOf } from '../limits/terms.ts'
import { spotAccount } from '../withdrawal.entries.ts'

/** What a member reads about withdrawals to a bank: where to, at what cost, and what became of them. */

const { USDT, BANK } = currencies

type Page = Response<typeof listBankWithdrawals>

export async function listBanks(
  tx: Tx,
  { platform = PLATFORM_DEFAULT }: { platform: string | undefined },
): Promise<Response<typeof listPayableBanks>> {
  return await tx
    .selectFrom('bank')
    .select(['name', 'key'])
    .where('platform', '=', spelledPlatform(platform))
    .orderBy('position')
    .execute()
}

export async function bankInfo(
  tx: Tx,
  { memberId, amount, now }: { memberId: number; amount: bigint | undefined; now: Date },
): Promise<Response<typeof readBankWithdrawalTerms>> {
  const terms = await termsOf(tx, BANK.id, now)
  const { dayLeft, monthLeft } = await limitsOf(tx, { memberId, now })
  const { hour } = await settingAt(tx, houseLimits, now)
  const { available } = await balanceOf(tx, spotAccount({ memberId, currency: USDT.id }))
  const asked = amount ?? 0n
  const fee = asked === 0n ? 0n : feeOf(terms, asked)
  const net = fee < asked ? asked - fee : 0n
  const bankRate = await bankRateOf(tx, 'bank', now)
  return {
    min: minimumOf(terms),
    max: [dayLeft, monthLeft, hour].reduce((a, b) => (a < b ? a : b)),
    rate: rateOf(terms),
    fixed_fee: terms.fixedFee,
    available,
    fee: fee < asked ? fee : asked,
    net,
    units: unitsOf(net, bankRate),
    bank_rate: bankRate,
  }
}

export async function listBank(
  tx: Tx,
  request: { memberId: number; status: number; page: number; limit: number; language: Language },
): Promise<Page> {
  const { memberId, status, page, limit, language } = request
  const states = statesOf('withdraw_list', status).filter(bankWithdrawalStates.has)
  if (states.length === 0) return { list: [], total: 0, page, limit }
  const shown = tx
    .selectFrom('bank_withdrawal')
    .where('member_id', '=', memberId)
    .selectAll('bank_withdrawal')
    .select((row) => bankNameOf(row).as('name'))
    .orderBy('id', 'desc')
  const among = status === ALL_STATES ? undefined : eachOf('state', states)
  const { rows, total } = await readPage(tx, shown, request, { key: 'id', among })
  return { list: rows.map((row) => paymentOf(row, language)), total, page, limit }
}

function paymentOf(row: BankRow & { name: string }, language: Language): Page['list'][number] {
  return {
    id: row.id,
    status: statusNumber('withdraw_list', row.state),
    state: row.state,
    amount: row.amount,
    fee: row.fee,
    net: row.amount - row.fee,
    units: row.units,
    currency: USDT.id,
    currency_name: USDT.code,
    bank: `${row.name} · ${maskedNumber(row.account_number)}`,
    order_no: row.order_no,
    created_at: row.created_at,
    remark: sayRemark(row.remark, language),
    can_cancel: row.state === 'pending',
    next:
      row.state === 'pending'
        ? { who: 'operator', by: row.decide_by }
        : { who: 'nobody', by: null },
  }
}

function maskedNumber(number: string): string {
  return `…${number.slice(-4)}`
}
