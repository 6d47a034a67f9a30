import * as z from 'zod/mini'

import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { NextStep, Payment, PaymentState } from '#payment-state.ts'
import { addressRefusals } from '#saved-address.ts'
import { stepUpFields, stepUpMethods, stepUpRefusals } from '#security.ts'
import { Amount, AsTyped, Id, int, list, optional, paging, text, Timestamp } from '#wire.ts'

/**
 * Money out to an address or to another member. A fee is always taken from the amount, and
 * nothing is ever asked for before a withdrawal.
 */

/** A currency by its id or its symbol. */
const CurrencyRef = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? `${value}` : value)),
  z.string().check(z.regex(/^(\d{1,4}|[A-Za-z]{1,10})$/)),
) as unknown as z.ZodMiniString<string>

/** What old clients send beside the amount. It is compared with ours and never used. */
const ClientRate = z.union([z.number(), z.string().check(z.maxLength(30))])

const outRefusals = [
  ...addressRefusals,
  'withdrawal_address_unknown',
  'amount_required',
  'currency_not_found',
  'withdrawal_minimum',
  'insufficient_balance',
  'identity_required',
  'identity_pending',
  'too_many_withdrawals',
  'withdrawal_day_limit',
  'withdrawal_maximum',
  'withdrawal_house_limit',
  'withdrawal_month_limit',
  'welcome_stays',
  'withdrawals_held',
  'withdrawals_stopped',
  'account_checked',
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
  about: ['withdrawals', 'balances', 'identity'],
  summary: 'What a withdrawal of this currency costs and what its limits are now',
  request: { type: CurrencyRef },
  response: z.object({
    currency: z.int(),
    currency_name: z.string(),
    min: Amount,
    /** The most that the limits and the welcome grant leave to the member now. */
    max: Amount,
    /** Of it, what may leave at once; what waits for a new address or for people does not leave at once. */
    at_once: Amount,
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
      z.object({
        reason: z.enum(['frozen', 'held', 'stopped', 'checked']),
        until: z.nullable(Timestamp),
      }),
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
  request: { currency: Id, amount: optional(Amount), address: optional(AsTyped) },
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
    address: optional(AsTyped),
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
    address: optional(AsTyped),
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

export const withdrawalCalls = {
  readWithdrawalTerms,
  quoteWithdrawal,
  requestWithdrawal,
  requestWithdrawalBySymbol,
  cancelWithdrawal,
  listWithdrawals,
}
