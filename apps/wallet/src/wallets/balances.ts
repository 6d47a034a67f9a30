import type { listWallets } from '@btbc/contract/wallet.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'

type Wallets = Answer<typeof listWallets>

/** Spot, P2P, Earn, Rewards: by the names the wire has always used. */
export type WalletName = 'change' | 'legal' | 'lever' | 'micro'

export type CoinBalance = { currency: number; code: string; available: string; locked: string }

const order = ['BTBC', 'USDT', 'BTC', 'BNB', 'ETH']

/** One account, coin by coin, empty ones included. */
export function balancesOf(wallets: Wallets, wallet: WalletName): CoinBalance[] {
  return rowsOf(wallets, wallet).toSorted((a, b) => order.indexOf(a.code) - order.indexOf(b.code))
}

/** All four accounts together, locked included, to the last unit. */
export function balancesTogether(
  wallets: Wallets,
): { currency: number; code: string; total: string }[] {
  const accounts = (['change', 'legal', 'lever', 'micro'] as const).map((wallet) =>
    balancesOf(wallets, wallet),
  )
  const [first = []] = accounts
  return first.map(({ currency, code }) => {
    const ofCoin = accounts.flat().filter((each) => each.currency === currency)
    return { currency, code, total: sum(ofCoin.flatMap((each) => [each.available, each.locked])) }
  })
}

function sum(amounts: readonly string[]): string {
  return formatAmount(amounts.reduce((total, each) => total + (parseAmount(each) ?? 0n), 0n))
}

function rowsOf(wallets: Wallets, wallet: WalletName): CoinBalance[] {
  switch (wallet) {
    case 'change':
      return wallets.change_wallet.balance.map((row) =>
        coin(row, row.change_balance, row.lock_change_balance),
      )
    case 'legal':
      return wallets.legal_wallet.balance.map((row) =>
        coin(row, row.legal_balance, row.lock_legal_balance),
      )
    case 'lever':
      return wallets.lever_wallet.balance.map((row) =>
        coin(row, row.lever_balance, row.lock_lever_balance),
      )
    case 'micro':
      return wallets.micro_wallet.balance.map((row) =>
        coin(row, row.micro_balance, row.lock_micro_balance),
      )
  }
}

function coin(
  row: { currency: number; currency_name: string },
  available: string,
  locked: string,
): CoinBalance {
  return { currency: row.currency, code: row.currency_name, available, locked }
}
