import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Payment, railRefusals } from '#payment-state.ts'
import { Amount, digits, int, list, optional, paging, SignedAmount, UploadId } from '#wire.ts'

/** Deposits by bank transfer with a voucher; and the request for a deposit that the seeds share. */

const ACCOUNT_LENGTH_MAX = 80

export const requestCredit = endpoint({
  path: '/wallet/charge_req',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['deposits'],
  summary:
    'Ask for a deposit to be credited: currency 32 a bank transfer with its voucher, a coin the transaction named in account',
  request: {
    currency: int(1, 10_000),
    /** The card number it was paid from; the hash of the transaction for a coin. */
    account: optional(digits(ACCOUNT_LENGTH_MAX)),
    amount: optional(SignedAmount),
    /** USDT for one bank unit, as it was shown: another one is refused. */
    rate: optional(Amount),
    /** The id that /upload answered, purpose voucher. One of the two. */
    pic: optional(UploadId),
    img: optional(UploadId),
  },
  response: z.object({
    id: z.int(),
    order_no: z.string(),
    /** The same voucher, amount and account were sent before: operators are told. */
    repeated: z.optional(z.boolean()),
  }),
  refusals: [
    'voucher_required',
    'bank_account_required',
    'bank_account_invalid',
    'refused_lately',
    'amount_required',
    'recharge_range',
    'upload_not_found',
    ...railRefusals,
    'currency_not_found',
    'hash_invalid',
    'deposit_not_found',
    'deposit_elsewhere',
    'deposit_failed',
    'chain_unavailable',
  ],
})

export const readBankDetails = endpoint({
  path: '/pay/bank_details',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['deposits'],
  summary: 'Where a bank transfer goes to: a test account that no bank has, made by the server',
  request: {},
  response: z.object({
    bank: z.string(),
    holder: z.string(),
    account: z.string(),
    /** To be written on the transfer. */
    reference: z.string(),
    /** False while the house takes no such deposits. */
    open: z.boolean(),
    rate: Amount,
    min: Amount,
    max: Amount,
    /** Bank units the treasury can cover just now. */
    left: Amount,
  }),
  refusals: [],
})

export const listBankDeposits = endpoint({
  path: '/pay/bank_recharge_list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['deposits'],
  summary: 'Deposits by bank transfer, newest first; status -1 all, 1, 2, 3',
  request: { ...paging, status: optional(int(-1, 9)) },
  response: list(Payment),
  refusals: [],
})

export const bankDepositCalls = { requestCredit, readBankDetails, listBankDeposits }
