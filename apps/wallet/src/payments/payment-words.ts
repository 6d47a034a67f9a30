import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import { statusNumber, type PaymentList } from '@btbc/contract/payment-rules.ts'

import type { TextKey } from '#i18n/text.ts'

/** What a payment's state is called, list by list: the words the seeds have for their numbers. */

export type Tone = 'good' | 'waiting' | 'bad' | 'idle'

const success: Record<PaymentList, TextKey> = {
  coin_recharge_list: 'payments.paySuccess',
  bank_recharge_list: 'payments.paySuccess',
  coin_withdraw_list: 'payments.withdrawalSuccess',
  withdraw_list: 'payments.withdrawalSuccess',
  recharge_list: 'payments.paySuccess',
}

const failure: Record<PaymentList, TextKey> = {
  coin_recharge_list: 'payments.notApproved',
  bank_recharge_list: 'payments.notApproved',
  coin_withdraw_list: 'payments.notApproved',
  withdraw_list: 'payments.notApproved',
  recharge_list: 'payments.payFail',
}

/** Theirs are ended by the member alone, who asked for it: nothing went wrong. */
const withdrawals: ReadonlySet<PaymentList> = new Set(['coin_withdraw_list', 'withdraw_list'])

export function statusOf(
  list: PaymentList,
  state: PaymentJson['state'],
): { text: TextKey; tone: Tone } {
  if (state === 'cancelled' && withdrawals.has(list))
    return { text: 'payments.takenBack', tone: 'idle' }
  const number = statusNumber(list, state)
  if (number === statusNumber(list, 'done')) return { text: success[list], tone: 'good' }
  if (number === statusNumber(list, 'rejected')) return { text: failure[list], tone: 'bad' }
  return { text: 'payments.waiting', tone: 'waiting' }
}

/** What the seeds' three words do not tell apart. */
export function stateOf(list: PaymentList, state: PaymentJson['state']): TextKey | undefined {
  if (state === 'cancelled' && withdrawals.has(list)) return undefined
  switch (state) {
    case 'approved':
      return 'payments.approved'
    case 'processing':
      return 'payments.processing'
    case 'sent':
      return 'payments.sent'
    case 'cancelled':
      return 'payments.cancelled'
    case 'pending':
    case 'done':
    case 'rejected':
      return undefined
  }
}

type Waited = Exclude<PaymentJson['next']['who'], 'nobody'>

const nexts: Record<Waited, { plain: TextKey; by: TextKey }> = {
  member: { plain: 'payments.nextMember', by: 'payments.nextMemberBy' },
  operator: { plain: 'payments.nextOperator', by: 'payments.nextOperatorBy' },
  server: { plain: 'payments.nextServer', by: 'payments.nextServerBy' },
  chain: { plain: 'payments.nextChain', by: 'payments.nextChainBy' },
  provider: { plain: 'payments.nextProvider', by: 'payments.nextProviderBy' },
}

/** Who acts next, and by when; nobody once it is over. */
export function nextOf({ next }: Pick<PaymentJson, 'next'>): TextKey | undefined {
  if (next.who === 'nobody') return undefined
  return next.by === null ? nexts[next.who].plain : nexts[next.who].by
}
