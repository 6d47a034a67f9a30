import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Amount, int, list, optional, paging, SignedAmount, Timestamp, Volume } from '#wire.ts'

/** The four wallets of a member: change (Spot), legal (P2P), lever (Earn), micro (Rewards). */

export const walletNames = ['change', 'legal', 'lever', 'micro'] as const
const WalletName = z.enum(walletNames)

function balances<const Name extends (typeof walletNames)[number]>(name: Name) {
  return z.object({
    balance: z.array(
      z.object({
        currency: z.int(),
        currency_name: z.string(),
        [`${name}_balance` as const]: Amount,
        [`lock_${name}_balance` as const]: Amount,
      } as {
        currency: z.ZodMiniInt
        currency_name: z.ZodMiniString<string>
      } & Record<`${Name}_balance` | `lock_${Name}_balance`, typeof Amount>),
    ),
  })
}

/** 1 when the coin may be put into the wallet (is_match: change, and the exchange). */
const Flag = z.union([z.literal(0), z.literal(1)])

export const CoinBalances = z.object({
  change_balance: Amount,
  lock_change_balance: Amount,
  legal_balance: Amount,
  lock_legal_balance: Amount,
  lever_balance: Amount,
  lock_lever_balance: Amount,
  micro_balance: Amount,
  lock_micro_balance: Amount,
})

export const listWallets = endpoint({
  path: '/wallet/list',
  methods: ['POST'],
  access: 'member',
  changes: false,
  about: ['balances'],
  summary: 'Balances by wallet and currency, available and locked',
  request: {},
  response: z.object({
    change_wallet: balances('change'),
    legal_wallet: balances('legal'),
    lever_wallet: balances('lever'),
    micro_wallet: balances('micro'),
    /** Everything the member owns, locked and unclaimed included, in USDT at the last prices. */
    total_usdt: Volume,
  }),
  refusals: [],
})

export const listCoins = endpoint({
  path: '/currency/user_currency_list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['balances'],
  summary: 'The coins, which wallets each may be put into, and what the member has of it',
  request: {},
  response: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      is_match: Flag,
      is_legal: Flag,
      is_lever: Flag,
      is_micro: Flag,
      wallet: CoinBalances,
    }),
  ),
  refusals: [],
})

export const transferCoins = endpoint({
  path: '/wallet/change',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['balances'],
  summary: 'Move coins between two own wallets: at once and free',
  request: {
    number: optional(Amount),
    from_field: WalletName,
    to_field: WalletName,
    currency_id: int(1, 10_000),
  },
  response: z.object({}),
  refusals: [
    'amount_required',
    'same_account',
    'currency_not_found',
    'wallet_closed',
    'insufficient_balance',
  ],
})

export const readStatement = endpoint({
  path: '/wallet/statement',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['balances'],
  summary: 'Every change of one wallet in one coin with the balance after it, newest first',
  request: { wallet: WalletName, currency: int(1, 10_000), ...paging },
  response: list(
    z.object({
      id: z.int(),
      /** The kind of entry in the books, as the page on the economy names it. */
      kind: z.string(),
      /** What happened, in the member's language. */
      info: z.string(),
      value: SignedAmount,
      /** Available and locked together, after it. */
      balance: Amount,
      created_at: Timestamp,
      order_no: z.string(),
    }),
  ),
  refusals: ['currency_not_found'],
})

export const explainBalance = endpoint({
  path: '/wallet/explain',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['balances'],
  summary: 'Where the balance of one wallet in one coin comes from: every move, added up by kind',
  request: { wallet: WalletName, currency: int(1, 10_000) },
  response: z.object({
    currency: z.int(),
    currency_name: z.string(),
    available: Amount,
    locked: Amount,
    groups: z.array(
      z.object({
        kind: z.string(),
        info: z.string(),
        /** How many entries of the books. */
        count: z.int(),
        /** What they together did to the available and to the locked part. */
        available: SignedAmount,
        locked: SignedAmount,
      }),
    ),
  }),
  refusals: ['currency_not_found'],
})

export const walletCalls = { listWallets, listCoins, transferCoins, readStatement, explainBalance }
