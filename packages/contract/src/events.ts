import type { Tag } from '#endpoint.ts'

/** What happens to members, told after it has: each says what it is about, and not how that is now. */

export const eventTags = {
  'deposit.seen': ['deposits'],
  'deposit.gone': ['deposits'],
  'deposit.credited': ['deposits'],
  'bank_deposit.changed': ['deposits'],
  'gateway_order.changed': ['deposits'],
  'withdrawal.changed': ['withdrawals'],
  'bank_withdrawal.changed': ['withdrawals'],
  'identity.changed': ['identity'],
  'deal.changed': ['deals', 'offers'],
  'seller.changed': ['offers', 'member'],
  'feedback.changed': ['feedback'],
  'run.ended': ['runs', 'machines', 'output'],
  'mint_batch.final': ['output'],
  'balance.changed': ['balances', 'launches', 'output', 'points'],
  'order.changed': ['orders', 'balances'],
  'notice.added': ['notices'],
  'article.published': ['notices'],
  /** Nobody can say what was not heard. */
  missed: [],
} as const satisfies Record<string, readonly Tag[]>

export type EventKind = keyof typeof eventTags
export const eventKinds = Object.keys(eventTags) as EventKind[]

/** Heard by all members at one moment, who should not all ask at that moment. */
export const kindsForEveryone: readonly EventKind[] = [
  'article.published',
  'mint_batch.final',
  'missed',
]
