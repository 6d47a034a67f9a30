import type { Facts } from '@btbc/contract/format-text.ts'
import type { NoticeKind } from '@btbc/contract/notice.ts'
import { say, type TextKey } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'

import type { MessageKind } from '#platform/notifications/messages.ts'

/** What members are told about their accounts: what each is about, and where in the app it leads. */

type About = { kind: NoticeKind; link: string }

const security: About = { kind: 'security', link: '/security' }
const deposits: About = { kind: 'deposits', link: '/recharge' }
const bankDeposits: About = { kind: 'deposits', link: '/BankRecharge2' }
const withdrawals: About = { kind: 'withdrawals', link: '/withdrawal' }
const bankWithdrawals: About = { kind: 'withdrawals', link: '/BankWithdrawal' }
const identity: About = { kind: 'identity', link: '/identity' }
const selling: About = { kind: 'deals', link: '/seller' }
const deals: About = { kind: 'deals', link: '/detail?id={deal}' }
const campaigns: About = { kind: 'rewards', link: '/campaign?id={campaign}' }

const told = {
  agent_changed: { ...security, link: '/Kefu' },
  login_locked: { ...security, link: '/security/password' },
  session_ended: { ...security, link: '/security/sessions' },
  password_changed: security,
  password_reset: security,
  api_key_made: { ...security, link: '/security/keys' },
  security_changed: security,
  security_changed_held: security,
  // Whoever did not ask for it has to hear of it.
  withdrawal_requested: { ...security, link: '/withdrawal' },
  withdrawal_inside: { ...security, link: '/withdrawal' },
  bank_withdrawal_requested: { ...security, link: '/BankWithdrawal' },
  withdrawal_sent: withdrawals,
  withdrawal_refused: withdrawals,
  withdrawal_returned: withdrawals,
  bank_withdrawal_paid: bankWithdrawals,
  bank_withdrawal_refused: bankWithdrawals,
  deposit_credited: deposits,
  deposits_credited: deposits,
  deposit_inside: deposits,
  gateway_credited: { ...deposits, link: '/BankRecharge' },
  bank_deposit_credited: bankDeposits,
  bank_deposit_rejected: bankDeposits,
  bank_deposit_lapsed: bankDeposits,
  identity_verified: identity,
  identity_rejected: identity,
  identity_lapsed: identity,
  lock_ended: { kind: 'earn', link: '/trade' },
  fund_ended: { kind: 'earn', link: '/Bank' },
  seller_accepted: selling,
  seller_refused: selling,
  seller_ended: selling,
  deal_opened: deals,
  deal_message: deals,
  deal_paid: deals,
  deal_disputed: deals,
  deal_finished: deals,
  deal_split: deals,
  deal_cancelled: deals,
  rewards_held: { kind: 'team', link: '/feedback' },
  rewards_released: { kind: 'team', link: '/kline' },
  invite_unfunded: { kind: 'team', link: '/kline' },
  airdrop_starts: { kind: 'rewards', link: '/' },
  airdrop_points: { kind: 'rewards', link: '/sign' },
  airdrop_coins: { kind: 'rewards', link: '/assets3' },
  campaign_refused: campaigns,
  campaign_lapsed: campaigns,
  campaign_paid: campaigns,
  feedback_answered: { kind: 'feedback', link: '/feedback/{feedback}' },
} as const satisfies Partial<Record<MessageKind, About>>

/** A message to a member about their account; codes and mails to addresses are none. */
export type Told = keyof typeof told

/** What an older server has told may have no text any more. */
export function isTold(message: string): message is Told {
  return Object.hasOwn(told, message)
}

export function kindOf(message: Told): NoticeKind {
  return told[message].kind
}

export function linkOf(message: Told, facts: Facts): string {
  return told[message].link.replace(/\{(\w+)\}/, (_, name: string) => String(facts[name] ?? ''))
}

/** The facts of a message as its reader reads them: what is a code of ours is said, a reason is a sentence. */
export function factsIn(language: Language, message: Told, facts: Facts): Facts {
  const { reason } = facts
  const said = typeof reason === 'string' ? { ...facts, reason: asSentence(reason) } : facts
  const isChange = message === 'security_changed' || message === 'security_changed_held'
  if (!isChange) return said
  const change = `change.${facts['change']}` as TextKey<'security'>
  return { ...said, change: say(language, 'security', change) }
}

/** Whatever operators write stands before a sentence of ours: it ends as one does where it is written. */
function asSentence(words: string): string {
  if (words === '' || /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}"']?$/u.test(words)) return words
  const last = words.match(/\p{Alphabetic}/gu)?.at(-1) ?? ''
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(last)) return `${words}。`
  return /\p{Script=Bengali}/u.test(last) ? `${words}।` : `${words}.`
}
