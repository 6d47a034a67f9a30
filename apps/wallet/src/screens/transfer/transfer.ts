import type { listCoins } from '@btbc/contract/wallet.ts'
import { parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'
import type { WalletName } from '#wallets/balances.ts'

/** What is to be moved, as it stands on the screen. */

export type Coin = Answer<typeof listCoins>[number]
export type Draft = { coin: Coin; from: WalletName; to: WalletName; amount: string }

/** Where a coin can come from: every account gives, whatever it may take. */
export const sources: readonly WalletName[] = ['change', 'legal', 'lever', 'micro']

/** Where the coin may go: accounts open for it, and Spot, the way out. */
export function targets(coin: Coin, from: WalletName): WalletName[] {
  const open: Record<WalletName, boolean> = {
    change: true,
    legal: coin.is_legal === 1,
    lever: coin.is_lever === 1,
    micro: coin.is_micro === 1,
  }
  return sources.filter((wallet) => wallet !== from && open[wallet])
}

export function availableIn(coin: Coin, wallet: WalletName): bigint {
  return parseAmount(coin.wallet[`${wallet}_balance`]) ?? 0n
}

export type Fault = 'noAmount' | 'notEnough' | 'noTarget'

/** Why it cannot be reviewed yet. */
export function faultOf({ coin, from, to, amount }: Draft): Fault | undefined {
  if (!targets(coin, from).includes(to)) return 'noTarget'
  const units = parseAmount(amount) ?? 0n
  if (units === 0n) return 'noAmount'
  return units > availableIn(coin, from) ? 'notEnough' : undefined
}

/** The two accounts change places where the other direction is open. */
export function swapped(draft: Draft): Draft {
  const turned = { ...draft, from: draft.to, to: draft.from, amount: '' }
  return targets(draft.coin, turned.from).includes(turned.to) ? turned : draft
}

/** Another source: the target stays unless it is the same account or closed for the coin. */
export function movedFrom(draft: Draft, from: WalletName): Draft {
  const open = targets(draft.coin, from)
  const to = open.includes(draft.to) ? draft.to : (open[0] ?? draft.to)
  return { ...draft, from, to, amount: '' }
}
