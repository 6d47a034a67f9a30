import { Refusal } from '@btbc/contract/refusals.ts'
import type { Balance } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'

/** What the four wallets hold. Starts, points and the bank unit are not coins. */

const { BTC, USDT, BNB, BTBC, ETH } = currencies
export const coins = [BTC, USDT, BNB, BTBC] as const
/** Of these there is a Spot wallet: what is on no chain is traded, and comes and goes in no other way. */
export const spotCoins = [...coins, ETH] as const
export type Coin = (typeof coins)[number]

export function getCoin(id: number): Coin {
  const coin = coins.find((each) => each.id === id)
  if (!coin) throw new Refusal('currency_not_found')
  return coin
}

export function getSpotCoin(id: number): (typeof spotCoins)[number] {
  const coin = spotCoins.find((each) => each.id === id)
  if (!coin) throw new Refusal('currency_not_found')
  return coin
}

/** What a Spot wallet lists: every coin, and what else it has an account of. */
export function inSpot(balances: readonly Balance[]): readonly (typeof spotCoins)[number][] {
  const has = (id: number) =>
    balances.some(({ purpose, currency }) => purpose === 'change' && currency === id)
  return spotCoins.filter((each) => coins.some(({ id }) => id === each.id) || has(each.id))
}
