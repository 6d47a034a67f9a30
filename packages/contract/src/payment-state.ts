import * as z from 'zod/mini'

import { ALIAS, row } from '#aliases.ts'
import { paymentStates } from '#payment-rules.ts'
import { Amount, Timestamp } from '#wire.ts'

export { ALL_STATES, type PaymentList, statesOf, statusNumber } from '#payment-rules.ts'

export const PaymentState = z.enum(paymentStates)
export type PaymentState = z.output<typeof PaymentState>

/**
 * Who has to act for a payment to go on, and by when if that is known: the member, an operator, the
 * server at a set time, the chain, or the provider of a sandbox rail. Nobody once it is over.
 */
export const NextStep = z.object({
  who: z.enum(['member', 'operator', 'server', 'chain', 'provider', 'nobody']),
  by: z.nullable(Timestamp),
})
export type NextStep = z.output<typeof NextStep>

/** One row of the lists under /pay. */
export const payment = {
  id: z.int(),
  /** The list's own number, as the seeds read it. */
  status: z.int(),
  state: PaymentState,
  amount: Amount,
  number: ALIAS,
  fee: Amount,
  net: Amount,
  /** Where a bank is paid: the bank units for the net. */
  units: z.optional(Amount),
  currency: z.int(),
  currency_name: z.string(),
  address: z.optional(z.string()),
  bank: z.optional(z.string()),
  order_no: z.string(),
  draw_no: ALIAS,
  created_at: Timestamp,
  create_time: ALIAS,
  create_at: ALIAS,
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
} as const
export const Payment = row(payment)
export type PaymentJson = z.input<typeof Payment>

/** Why nothing comes in by a rail now, or no more of it. */
export const railRefusals = [
  'too_many_deposits',
  'not_verified',
  'rail_day_limit',
  'rail_network_limit',
  'rail_short',
  'rail_closed',
  'terms_changed',
] as const
