import { displayAmount } from '@btbc/ui/display-amount.ts'

/** A figure of a setting with its unit: '1.5 USDT'; or the word that it is. */
export function figure(
  { key, unit, choices }: { key: string; unit: string; choices: readonly string[] },
  value: Readonly<Record<string, string>>,
): string {
  const text = value[key] ?? ''
  if (choices.length > 0) return text
  return `${displayAmount(text || '0', { locale: 'en-GB', minDecimals: 0 })}\u00a0${unit}`
}
