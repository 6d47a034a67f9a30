import { formatAmount, parseAmount } from '@btbc/money/amount.ts'

/** What a claim comes to; the server answers with the same or refuses. */

export type FeeIn = 'USDT' | 'BTBC'
export type Fees = Readonly<Record<FeeIn, string>>

export type Reckoned = {
  fee: string
  net: string
  isFree: boolean
  /** The fee takes the whole claim: it cannot be paid from it. */
  isEatenUp: boolean
  /** The fee is worth more than what is claimed. */
  isWorthLess: boolean
  /** The one free claim would be spent on less than a claim costs later. */
  isWasted: boolean
}

export function reckonClaim(
  amount: string,
  { fees, laterFees }: { fees: Fees; laterFees: Fees },
  feeIn: FeeIn,
): Reckoned {
  const claimed = parseAmount(amount) ?? 0n
  const inBtbc = parseAmount(fees.BTBC) ?? 0n
  const isFromClaim = feeIn === 'BTBC'
  return {
    fee: fees[feeIn],
    net: formatAmount(isFromClaim ? (inBtbc < claimed ? claimed - inBtbc : 0n) : claimed),
    isFree: inBtbc === 0n,
    isEatenUp: isFromClaim && inBtbc > 0n && inBtbc >= claimed,
    isWorthLess: inBtbc > claimed,
    isWasted: inBtbc === 0n && (parseAmount(laterFees.BTBC) ?? 0n) > claimed,
  }
}
