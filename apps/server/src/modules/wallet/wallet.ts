import type { Response } from '@btbc/contract/endpoint.ts'
import type { listWallets as listWalletsCall } from '@btbc/contract/wallet.ts'
import type { Db } from '@btbc/database/database.ts'
import type { Wallet } from '@btbc/ledger/account.ts'
import { type Balance, balancesOfMember } from '@btbc/ledger/balances.ts'

import { coins, inSpot } from './coins.ts'
import { type MarketPrice, type Prices, worthInUsdt } from './reference-prices.ts'

/** The four wallets of a member, empty ones included. */

export async function listWallets(
  db: Db,
  { memberId, prices, marketPrice }: { memberId: number; prices: Prices; marketPrice: MarketPrice },
): Promise<Response<typeof listWalletsCall>> {
  const balances = await balancesOfMember(db, memberId)
  const of = (wallet: Wallet) => rowsOf(balances, wallet)
  return {
    change_wallet: {
      balance: of('change').map(({ available, held, ...row }) => ({
        ...row,
        change_balance: available,
        lock_change_balance: held,
      })),
    },
    legal_wallet: {
      balance: of('legal').map(({ available, held, ...row }) => ({
        ...row,
        legal_balance: available,
        lock_legal_balance: held,
      })),
    },
    lever_wallet: {
      balance: of('lever').map(({ available, held, ...row }) => ({
        ...row,
        lever_balance: available,
        lock_lever_balance: held,
      })),
    },
    micro_wallet: {
      balance: of('micro').map(({ available, held, ...row }) => ({
        ...row,
        micro_balance: available,
        lock_micro_balance: held,
      })),
    },
    total_usdt: balances.reduce(
      (sum, { currency, available, held }) =>
        sum + worthInUsdt(prices, { currency, amount: available + held }, marketPrice),
      0n,
    ),
  }
}

function rowsOf(balances: readonly Balance[], wallet: Wallet) {
  const listed = wallet === 'change' ? inSpot(balances) : coins
  return listed.map(({ id, code }) => {
    const balance = balances.find((each) => each.purpose === wallet && each.currency === id)
    return {
      currency: id,
      currency_name: code,
      available: balance?.available ?? 0n,
      held: balance?.held ?? 0n,
    }
  })
}
