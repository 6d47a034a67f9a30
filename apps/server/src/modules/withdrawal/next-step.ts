import type { NextStep, PaymentState } from '@btbc/contract/payment-state.ts'

/** Who acts next and by when (house rule 6). */
export function nextOf(
  row: {
    state: PaymentState
    release_at: Date
    decide_by: Date | null
    approved_at: Date | null
    next_check_at: Date | null
  },
  now: Date,
): NextStep {
  switch (row.state) {
    case 'pending':
      return row.decide_by !== null && row.approved_at === null
        ? { who: 'operator', by: row.decide_by }
        : { who: 'server', by: row.release_at > now ? row.release_at : row.next_check_at }
    case 'approved':
      return { who: 'server', by: row.next_check_at }
    case 'processing':
    case 'sent':
      return { who: 'chain', by: null }
    case 'done':
    case 'rejected':
    case 'cancelled':
      return { who: 'nobody', by: null }
  }
}
