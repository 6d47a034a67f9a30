import type { CallPath } from '#calls.ts'

/** What happens to members that they did not do themselves just now, and what to read again then. */

/** The reads that tell of something, by what that is. */
export const readsByTag = {
  balances: [
    '/wallet/list',
    '/wallet/statement',
    '/currency/user_currency_list',
    '/charge_mention/log',
    '/machine/get_free_times',
    '/machine/has_reward',
    '/machine/withdraw_info',
    '/pay/withdraw_info',
    '/transaction/deal',
    '/user/info',
  ],
  deposits: ['/pay/coin_recharge_list', '/pay/recharge_list', '/pay/bank_recharge_list'],
  withdrawals: [
    '/pay/coin_withdraw_list',
    '/pay/withdraw_list',
    '/machine/withdraw_info',
    '/pay/withdraw_info',
  ],
  identity: ['/user/real_name/status', '/user/info', '/user/center', '/machine/withdraw_info'],
  mining: ['/machine/team', '/machine/my', '/machine/has_reward'],
  orders: [
    '/transaction_in',
    '/transaction_out',
    '/transaction_complete',
    '/transaction_trades',
    '/transaction/deal',
  ],
  articles: ['/news/list', '/news/detail', '/content/home', '/user/center'],
} as const satisfies Record<string, readonly CallPath[]>

export type Tag = keyof typeof readsByTag
export const tags = Object.keys(readsByTag) as Tag[]

/** What each event lets one read anew. */
export const tagsByEvent = {
  'deposit.seen': ['deposits'],
  'deposit.credited': ['deposits'],
  'deposit.gone': ['deposits'],
  'bank_deposit.changed': ['deposits'],
  'gateway_order.changed': ['deposits'],
  'withdrawal.changed': ['withdrawals'],
  'bank_withdrawal.changed': ['withdrawals'],
  'identity.changed': ['identity'],
  'run.ended': ['mining'],
  'balance.changed': ['balances'],
  'order.changed': ['orders', 'balances'],
  'article.published': ['articles'],
  /** Nobody knows what was not heard. */
  missed: tags,
} as const satisfies Record<string, readonly Tag[]>

export type EventKind = keyof typeof tagsByEvent
export const eventKinds = Object.keys(tagsByEvent) as EventKind[]
