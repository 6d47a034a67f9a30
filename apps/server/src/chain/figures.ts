import { formatAmount } from '@btbc/money/amount.ts'

/** Amounts of the chain in words: it counts in 18 decimals. */

const CHAIN_SCALE = 18

/** 18 decimals without those that say nothing: '-5.00', '0.000000000001'. */
export function figure(wei: bigint): string {
  const [whole = '0', fraction = ''] = formatAmount(wei, CHAIN_SCALE).split('.')
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}

/** The same for a reader: '-10,000,000.00'. */
export function grouped(wei: bigint): string {
  const [whole = '0', fraction = ''] = figure(wei).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}
