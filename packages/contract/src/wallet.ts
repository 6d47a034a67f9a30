import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Amount } from '#wire.ts'

/** The four wallets of a member: change (Spot), legal (P2P), lever (Earn), micro (Rewards). */

function balances<const Name extends 'change' | 'legal' | 'lever' | 'micro'>(name: Name) {
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

export const walletCalls = {
  '/wallet/list': endpoint({
    methods: ['POST'],
    access: 'member',
    changes: false,
    summary: 'Balances by wallet and currency, available and locked',
    request: {},
    response: z.object({
      change_wallet: balances('change'),
      legal_wallet: balances('legal'),
      lever_wallet: balances('lever'),
      micro_wallet: balances('micro'),
      /** Everything the member owns in USDT at the house reference prices. */
      total_usdt: Amount,
    }),
    refusals: [],
  }),
}
