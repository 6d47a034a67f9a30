import { Refusal } from '@btbc/contract/refusals.ts'
import { currencies } from '@btbc/money/currency.ts'

/** What the four wallets hold. Starts, points and the bank unit are not coins. */

const { BTC, USDT, BNB, BTBC } = currencies
export const coins = [BTC, USDT, BNB, BTBC] as const
export type Coin = (typeof coins)[number]

export function getCoin(id: number): Coin {
  const coin = coins.find((each) => each.id === id)
  if (!coin) throw new Refusal('currency_not_found')
  return coin
}
