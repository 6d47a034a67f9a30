import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Custody } from './chain.ts'

const { BTC, USDT, BNB, BTBC } = currencies

/** What the custody addresses hold on the first day; our own chain mints it to them at its start. */
export const openingCustody: Custody = {
  [USDT.id]: 10_000_000n * UNIT,
  [BTC.id]: 100n * UNIT,
  [BNB.id]: 10_000n * UNIT,
  [BTBC.id]: 0n,
}
