import { currencies } from '@btbc/money/currency.ts'

const { BTC, USDT, BNB, BTBC } = currencies

/** The coins that come and go, in the order they are offered in. */
const coins = [USDT, BTBC, BNB, BTC] as const

/** The three of the seeds' assets page. */
export const assetCoins = [BTBC, BNB, USDT] as const

/** For a picker of coins: its values are ids, as a link has them. */
export const coinChoices = coins.map(({ id, code }) => ({ value: String(id), label: code }))

/** The coin a link names; USDT without one. */
export function coinOf(asked: string | undefined): (typeof coins)[number] {
  return coins.find(({ id }) => String(id) === asked) ?? USDT
}
