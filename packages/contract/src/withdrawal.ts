import * as z from 'zod/mini'

import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { NextStep, Payment, PaymentState } from '#payment-state.ts'
import { stepUpFields, stepUpMethods, stepUpRefusals } from '#security.ts'
import { Amount, Id, int, list, Nothing, optional, paging, text, Timestamp } from '#wire.ts'

/**
 * Money out: to an address, to another member, to a bank. A fee is always taken from the amount, and
 * nothing is ever asked for before a withdrawal.
 */

const ADDRESS_LENGTH_MAX = 200

/** As it was typed: spaces are refused by name, not taken away in silence. */
const Typed = z.string().check(z.maxLength(ADDRESS_LENGTH_MAX))

/** A currency by its id or its symbol. */
const CurrencyRef = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? `${value}` : value)),
  z.string().check(z.regex(/^(\d{1,4}|[A-Za-z]{1,10})$/)),
) as unknown as z.ZodMiniString<string>

/** What old clients send beside the amount. It is compared with ours and never used. */
const ClientRate = z.union([z.number(), z.string().check(z.maxLength(30))])

const outRefusals = [
  'withdrawal_address_space',
  'withdrawal_address_required',
  'withdrawal_address_invalid',
  'withdrawal_address_checksum',
  'withdrawal_address_zero',
  'withdrawal_address_contract',
  'withdrawal_address_own',
  'withdrawal_address_unknown',
  'amount_required',
  'currency_not_found',
  'withdrawal_minimum',
  'insufficient_balance',
  'identity_required',
  'identity_pending',
  'too_many_withdrawals',
  'withdrawal_day_limit',
  'withdrawal_house_limit',
  'withdrawal_month_limit',
  'welcome_stays',
  'withdrawals_held',
  'withdrawals_stopped',
  'fee_changed',
  'quote_expired',
  'chain_unavailable',
  ...stepUpRefusals,
] as const

const Sent = z.object({
  id: z.int(),
  draw_no: z.string(),
  /** The number of the list: 1 waiting, 2 done, 3 ended without. */
  status: z.int(),
  state: PaymentState,
  amount: Amount,
  fee: Amount,
  net: Amount,
  next: NextStep,
})

export const readWithdrawalTerms = endpoint({
  path: '/machine/withdraw_info',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['withdrawals', 'balances'],
  summary: 'What a withdrawal of this currency costs and what its limits are now',
  request: { type: CurrencyRef },
  response: z.object({
    currency: z.int(),
    currency_name: z.string(),
    min: Amount,
    /** The most that the limits and the welcome grant leave to the member now. */
    max: Amount,
    /** Percent of the amount, taken from it. */
    rate: z.string(),
    fixed_fee: Amount,
    available: Amount,
    day_left: Amount,
    month_left: Amount,
    /** False: only to addresses of other members, until the identity is accepted. */
    outside: z.boolean(),
    /**
     * In USDT: what the welcome grant is worth. Until the identity is accepted so much stays in the
     * member's wallets; null when nothing has to.
     */
    welcome_stays: z.nullable(Amount),
    /** Since when and why nothing can be withdrawn, or until when; null when nothing is in the way. */
    blocked: z.nullable(
      z.object({ reason: z.enum(['frozen', 'held', 'stopped']), until: z.nullable(Timestamp) }),
    ),
    /** Ways to prove that it is you; one of them will be asked for. */
    step_up: z.array(z.enum(stepUpMethods)),
  }),
  refusals: ['currency_not_found'],
})

export const quoteWithdrawal = endpoint({
  path: '/wallet/quote_out',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: [],
  summary: 'What would be taken and what would arrive; good for five minutes, once',
  request: { currency: Id, amount: optional(Amount), address: optional(Typed) },
  response: z.object({
    quote_id: z.string(),
    amount: Amount,
    fee: Amount,
    net: Amount,
    expires_at: Timestamp,
    /** The address belongs to a member: it arrives at once, without a fee and off the chain. */
    internal: z.boolean(),
    needs_approval: z.boolean(),
    /** A new address waits until then; null when it need not, or when no address was given. */
    waits_until: z.nullable(Timestamp),
  }),
  refusals: outRefusals,
})

export const requestWithdrawal = endpoint({
  path: '/wallet/out',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['withdrawals', 'balances'],
  stepUp: { action: 'withdraw', binds: ['currency', 'address', 'number'] },
  sameWithin_s: SAME_WITHIN_S,
  summary: 'Withdraw to an address; what was quoted is what is taken',
  request: {
    currency: Id,
    address: optional(Typed),
    number: optional(Amount),
    rate: optional(ClientRate),
    quote_id: optional(text(64)),
    ...stepUpFields,
  },
  response: Sent,
  refusals: outRefusals,
})

export const requestWithdrawalBySymbol = endpoint({
  path: '/machine/withdraw',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: true,
  about: ['withdrawals', 'balances'],
  stepUp: { action: 'withdraw', binds: ['type', 'address', 'amount'] },
  sameWithin_s: SAME_WITHIN_S,
  summary: 'The same withdrawal as /wallet/out, as older clients ask for it',
  request: {
    address: optional(Typed),
    amount: optional(Amount),
    type: CurrencyRef,
    quote_id: optional(text(64)),
    ...stepUpFields,
  },
  response: Sent,
  refusals: outRefusals,
})

export const cancelWithdrawal = endpoint({
  path: '/wallet/out_cancel',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['withdrawals', 'balances'],
  summary: 'Take a withdrawal back, until it is signed; everything returns, the fee too',
  request: { id: Id },
  response: Sent,
  refusals: ['withdrawal_not_found', 'withdrawal_signed', 'withdrawal_over'],
})

export const listWithdrawals = endpoint({
  path: '/pay/coin_withdraw_list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['withdrawals'],
  summary: 'Withdrawals to addresses, newest first; status -1 all, 1 waiting, 2 done, 3 ended',
  request: { ...paging, status: optional(int(-1, 9)) },
  response: list(Payment),
  refusals: [],
})

const outCalls = {
  readWithdrawalTerms,
  quoteWithdrawal,
  requestWithdrawal,
  requestWithdrawalBySymbol,
  cancelWithdrawal,
  listWithdrawals,
}

export const listAddresses = endpoint({
  path: '/wallet/address_book',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['addresses'],
  summary: 'Saved addresses, in the order of their names',
  request: {},
  response: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      address: z.string(),
      added_at: Timestamp,
      /** From then on a withdrawal to it no longer waits. */
      usable_at: Timestamp,
      is_usable: z.boolean(),
    }),
  ),
  refusals: [],
})

export const addAddress = endpoint({
  path: '/wallet/address_add',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['addresses'],
  stepUp: { action: 'address_add', binds: ['address'] },
  summary: 'Save an address under a name; after 24 hours a withdrawal to it no longer waits',
  request: { address: optional(Typed), name: text(40), ...stepUpFields },
  response: z.object({ id: z.int(), usable_at: Timestamp }),
  refusals: [
    'withdrawal_address_space',
    'withdrawal_address_required',
    'withdrawal_address_invalid',
    'withdrawal_address_checksum',
    'withdrawal_address_zero',
    'withdrawal_address_contract',
    'withdrawal_address_own',
    'saved_address_exists',
    'too_many_saved_addresses',
    'chain_unavailable',
    ...stepUpRefusals,
  ],
})

export const removeAddress = endpoint({
  path: '/wallet/address_remove',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['addresses'],
  summary: 'Forget a saved address',
  request: { id: Id },
  response: Nothing,
  refusals: ['saved_address_not_found'],
})

const savedAddressCalls = { listAddresses, addAddress, removeAddress }

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
  about: ['withdrawals', 'balances'],
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
    bank_no: optional(Typed),
    bank_name_subname: optional(text(100)),
    bank_area: optional(text(100)),
    real_name: optional(text(100)),
    /** What was shown; refused when it is no longer so. */
    net: optional(Amount),
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
    'withdrawal_day_limit',
    'withdrawal_house_limit',
    'withdrawal_month_limit',
    'withdrawals_held',
    'withdrawals_stopped',
    'fee_changed',
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

const bankCalls = {
  listPayableBanks,
  readBankWithdrawalTerms,
  requestBankWithdrawal,
  cancelBankWithdrawal,
  listBankWithdrawals,
}

export const withdrawalCalls = { ...outCalls, ...savedAddressCalls, ...bankCalls }
