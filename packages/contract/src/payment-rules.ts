/**
 * Where a deposit or a withdrawal stands: one enum for all of them. The seeds number the states
 * differently in each list ('1' waits in one and has succeeded in another), so their numbers exist
 * only at this edge. Without schemas: the app takes it whole.
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

type State = (typeof paymentStates)[number]

/** The lists of the seeds under /pay, and the one of bank transfers, which they keep among the charges. */
export type PaymentList =
  | 'coin_recharge_list'
  | 'bank_recharge_list'
  | 'coin_withdraw_list'
  | 'withdraw_list'
  | 'recharge_list'

type Outcome = 'waiting' | 'succeeded' | 'failed'

const outcomes: Record<State, Outcome> = {
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
export function statusNumber(list: PaymentList, state: State): number {
  return numbers[list][outcomes[state]]
}

/** Of whatever state: what a list's `?status=` says then. */
export const ALL_STATES = -1

/** The states a list's `?status=` asks for; a number that the list does not know means none. */
export function statesOf(list: PaymentList, status: number): State[] {
  if (status === ALL_STATES) return [...paymentStates]
  return paymentStates.filter((state) => statusNumber(list, state) === status)
}

/** Whether anything can still happen. */
export function isOver(state: State): boolean {
  return outcomes[state] !== 'waiting'
}
