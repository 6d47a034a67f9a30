import * as z from 'zod/mini'

import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { NextStep, Payment, PaymentState } from '#payment-state.ts'
import { stepUpFields, stepUpRefusals } from '#security.ts'
import { Amount, AsTyped, Id, int, list, Nothing, optional, paging, text } from '#wire.ts'

/** Money out to a bank of the sandbox rail. */

const PlatformCode = z.string().check(z.regex(/^[a-z0-9_-]{1,20}$/))

export const listPayableBanks = endpoint({
  path: '/pay/bank',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: [],
  summary: 'Banks of the sandbox rail that can be paid to',
  request: { pay_platform: optional(PlatformCode) },
  response: z.array(z.object({ name: z.string(), key: z.string() })),
  refusals: [],
})

export const readBankWithdrawalTerms = endpoint({
  path: '/pay/withdraw_info',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['withdrawals', 'balances', 'identity'],
  summary: 'What a withdrawal to a bank costs and what its limits are now',
  request: { amount: optional(Amount) },
  response: z.object({
    min: Amount,
    max: Amount,
    /** Percent of the amount, taken from it. */
    rate: z.string(),
    fixed_fee: Amount,
    available: Amount,
    /** Of the amount that was asked about. */
    fee: Amount,
    net: Amount,
    /** Bank units that are paid for the net. */
    units: Amount,
    /** USDT for one bank unit. */
    bank_rate: Amount,
  }),
  refusals: [],
})

export const requestBankWithdrawal = endpoint({
  path: '/pay/withdraw',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['withdrawals', 'balances'],
  stepUp: { action: 'bank_withdraw', binds: ['amount', 'bank_code', 'bank_no'] },
  sameWithin_s: SAME_WITHIN_S,
  summary: 'Withdraw USDT of the Spot wallet to a test account at a bank',
  request: {
    amount: optional(Amount),
    bank_code: optional(text(40)),
    pay_platform: optional(PlatformCode),
    bank_no: optional(AsTyped),
    bank_name_subname: optional(text(100)),
    bank_area: optional(text(100)),
    real_name: optional(text(100)),
    /** What was shown; refused when it is no longer so. */
    net: optional(Amount),
    units: optional(Amount),
    ...stepUpFields,
  },
  response: z.object({
    id: z.int(),
    order_no: z.string(),
    status: z.int(),
    state: PaymentState,
    amount: Amount,
    fee: Amount,
    net: Amount,
    units: Amount,
    next: NextStep,
  }),
  refusals: [
    'amount_required',
    'bank_minimum',
    'bank_required',
    'bank_no_required',
    'bank_no_space',
    'bank_no_invalid',
    'bank_holder_required',
    'bank_branch_required',
    'bank_area_required',
    'bank_account_unknown',
    'insufficient_balance',
    'identity_required',
    'identity_pending',
    'too_many_withdrawals',
    'withdrawal_day_limit',
    'withdrawal_maximum',
    'withdrawal_house_limit',
    'withdrawal_month_limit',
    'withdrawals_held',
    'withdrawals_stopped',
    'account_checked',
    'fee_changed',
    'terms_changed',
    ...stepUpRefusals,
  ],
})

export const cancelBankWithdrawal = endpoint({
  path: '/pay/withdraw_cancel',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['withdrawals', 'balances'],
  summary: 'Take a bank withdrawal back, until it is paid',
  request: { id: Id },
  response: Nothing,
  refusals: ['withdrawal_not_found', 'withdrawal_over'],
})

export const listBankWithdrawals = endpoint({
  path: '/pay/withdraw_list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['withdrawals'],
  summary: 'Withdrawals to banks, newest first; status -1 all, 0 waiting, 1 done, 2 ended',
  request: { ...paging, status: optional(int(-1, 9)) },
  response: list(Payment),
  refusals: [],
})

export const bankWithdrawalCalls = {
  listPayableBanks,
  readBankWithdrawalTerms,
  requestBankWithdrawal,
  cancelBankWithdrawal,
  listBankWithdrawals,
}
