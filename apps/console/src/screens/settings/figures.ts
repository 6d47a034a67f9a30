import { displayAmount } from '@btbc/ui/display-amount.ts'

/** A figure of a setting with its unit: '1.5 USDT'. */
export function figure(
  { key, unit }: { key: string; unit: string },
  value: Readonly<Record<string, string>>,
): string {
  const text = displayAmount(value[key] ?? '0', { locale: 'en-GB', minDecimals: 0 })
  return `${text}\u00a0${unit}`
}
