/** The currencies of the product. `scale` is the number of decimals kept inside. */
export const currencies = {
  BTC: { id: 1, code: 'BTC', scale: 8 },
  USDT: { id: 3, code: 'USDT', scale: 8 },
  BNB: { id: 18, code: 'BNB', scale: 8 },
  BTBC: { id: 28, code: 'BTBC', scale: 8 },
  /** The bank unit: what a bank or gateway request is made in. Never a member's balance. */
  BANK: { id: 32, code: 'BANK', scale: 8 },
  LAUNCH: { id: 1001, code: 'LAUNCH', scale: 0 },
  POINT: { id: 1002, code: 'POINT', scale: 0 },
  /** On no chain: issued in the books when its market opens. Last, as sums of currencies have an order. */
  ETH: { id: 2, code: 'ETH', scale: 8 },
} as const

export type CurrencyCode = keyof typeof currencies
export type Currency = (typeof currencies)[CurrencyCode]
export type CurrencyId = Currency['id']

const byId = new Map<number, Currency>(Object.values(currencies).map((each) => [each.id, each]))

/** The currency with this id, or undefined when there is none. */
export function findCurrency(id: number): Currency | undefined {
  return byId.get(id)
}

/** What it is called; nothing where there is none. */
export function currencyCode(id: number): string {
  return findCurrency(id)?.code ?? ''
}

/** The same where there has to be one: the database knows no other. */
export function getCurrency(id: number): Currency {
  const currency = byId.get(id)
  if (currency) return currency
  throw new Error(`there is no currency ${id}`)
}
