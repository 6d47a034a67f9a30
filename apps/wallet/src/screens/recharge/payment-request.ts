import type { readCoin } from '@btbc/contract/deposit.ts'
import { parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'

/** How a wallet is asked to pay: EIP-681 for cameras, a plain transaction for wallets in the browser. */

type Coin = Pick<Answer<typeof readCoin>, 'chain_id' | 'contract' | 'decimals' | 'address'>

/** With the chain id, so that a wallet on another network does not pay there. */
export function paymentUri({ contract, chain_id: chain, address }: Coin): string {
  return contract === ''
    ? `ethereum:${address}@${chain}`
    : `ethereum:${contract}@${chain}/transfer?address=${address}`
}

const OUR_DECIMALS = 8
const TRANSFER = '0xa9059cbb'
const WORD_DIGITS = 64

/** The transaction that pays this amount to the address: of the chain's own coin, or of its contract. */
export function paymentCall(
  { contract, decimals, address }: Coin,
  amount: string,
): { to: string; value: string; data: string } {
  const units = (parseAmount(amount) ?? 0n) * 10n ** BigInt(decimals - OUR_DECIMALS)
  if (contract === '') return { to: address, value: hex(units), data: '0x' }
  const data = `${TRANSFER}${word(BigInt(address))}${word(units)}`
  return { to: contract, value: '0x0', data }
}

export function hex(number: bigint | number): string {
  return `0x${number.toString(16)}`
}

function word(value: bigint): string {
  return value.toString(16).padStart(WORD_DIGITS, '0')
}
