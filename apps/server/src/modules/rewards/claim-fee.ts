import { mulDiv, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

const { BTBC, USDT } = currencies

/** From the second claim on. */
const FEE_USDT = 10n * UNIT

export type Fees = { USDT: bigint; BTBC: bigint }

/** The fee in BTBC at a price in USDT for a whole coin. */
export function feeInBtbc(price: bigint): bigint {
  return mulDiv(FEE_USDT, UNIT, price, 'up')
}

export function feesOf(claims: number, feeBtbc: bigint): Fees {
  return claims === 0 ? { USDT: 0n, BTBC: 0n } : { USDT: FEE_USDT, BTBC: feeBtbc }
}

/** In USDT when there is enough of it, else from the claim: nobody needs money to get their own. */
export function usualFee(fees: Fees, usdt: bigint): { currency: 3 | 28; amount: bigint } {
  return usdt >= fees.USDT
    ? { currency: USDT.id, amount: fees.USDT }
    : { currency: BTBC.id, amount: fees.BTBC }
}
