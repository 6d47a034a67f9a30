import * as z from 'zod/mini'

import { Amount, Timestamp } from '#wire.ts'

/**
 * Where a deposit or a withdrawal stands: one enum for all of them. The seeds number the states
 * differently in each list ('1' waits in one and has succeeded in another), so their numbers exist
 * only at this edge.
 */

export const paymentStates = [
  'pending',
  'approved',
  'processing',
  'sent',
  'done',
  'rejected',
  'cancelled',
] as const

export const PaymentState = z.enum(paymentStates)
export type PaymentState = z.output<typeof PaymentState>

/** The lists of the seeds under /pay, and the one of bank transfers, which they keep among the charges. */
export type PaymentList =
  | 'coin_recharge_list'
  | 'bank_recharge_list'
  | 'coin_withdraw_list'
  | 'withdraw_list'
  | 'recharge_list'

type Outcome = 'waiting' | 'succeeded' | 'failed'

const outcomes: Record<PaymentState, Outcome> = {
  pending: 'waiting',
  approved: 'waiting',
  processing: 'waiting',
  sent: 'waiting',
  done: 'succeeded',
  rejected: 'failed',
  cancelled: 'failed',
}

const coin: Record<Outcome, number> = { waiting: 1, succeeded: 2, failed: 3 }
const bank: Record<Outcome, number> = { waiting: 0, succeeded: 1, failed: 2 }

const numbers: Record<PaymentList, Record<Outcome, number>> = {
  coin_recharge_list: coin,
  bank_recharge_list: coin,
  coin_withdraw_list: coin,
  withdraw_list: bank,
  recharge_list: bank,
}

/** The seeds' number of a state in one of their lists. */
export function statusNumber(list: PaymentList, state: PaymentState): number {
  return numbers[list][outcomes[state]]
}

/** The states a list's `?status=` asks for: -1 means all, a number the list does not know none. */
export function statesOf(list: PaymentList, status: number): PaymentState[] {
  if (status === -1) return [...paymentStates]
  return paymentStates.filter((state) => statusNumber(list, state) === status)
}

/** Whether anything can still happen. */
export function isOver(state: PaymentState): boolean {
  return outcomes[state] !== 'waiting'
}

/**
 * Who has to act for a payment to go on, and by when if that is known: the member, an operator, the
 * server at a set time, the chain, or the provider of a sandbox rail. Nobody once it is over.
 */
export const NextStep = z.object({
  who: z.enum(['member', 'operator', 'server', 'chain', 'provider', 'nobody']),
  by: z.nullable(Timestamp),
})
export type NextStep = z.output<typeof NextStep>

/** One row of the lists under /pay. `amount` and `number`, and the three times, are the same. */
export const Payment = z.object({
  id: z.int(),
  /** The list's own number, as the seeds read it. */
  status: z.int(),
  state: PaymentState,
  amount: Amount,
  number: Amount,
  fee: Amount,
  net: Amount,
  currency: z.int(),
  currency_name: z.string(),
  address: z.optional(z.string()),
  bank: z.optional(z.string()),
  order_no: z.string(),
  draw_no: z.string(),
  created_at: Timestamp,
  create_time: Timestamp,
  create_at: Timestamp,
  /** The reason of a refusal, or what is special about this one; empty when there is nothing to say. */
  remark: z.string(),
  confirmations: z.optional(z.int()),
  /** How many it takes. */
  confirmations_needed: z.optional(z.int()),
  tx_hash: z.optional(z.string()),
  /** The member can still take it back. */
  can_cancel: z.optional(z.boolean()),
  /** Where the member goes on to pay, while that is what is waited for. */
  pay_url: z.optional(z.string()),
  next: NextStep,
})
export type PaymentJson = z.input<typeof Payment>
