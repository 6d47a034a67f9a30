import { displayAmount } from '@btbc/ui/display-amount.ts'

/** A figure of a setting with its unit: '1.5 USDT'; or the word that it is. */
export function figure(
  { key, unit, choices }: { key: string; unit: string; choices: readonly string[] },
  value: Readonly<Record<string, string>>,
): string {
  const text = value[key] ?? ''
  if (choices.length > 0) return text
  return `${plain(text || '0')}\u00a0${unit}`
}

/** From the least to the most it may be, or each word. */
export function bounds(field: { least: string; most: string; choices: readonly string[] }): string {
  const { least, most, choices } = field
  if (choices.length > 0) return choices.join(', ')
  return `${plain(least)}\u00a0–\u00a0${plain(most)}`
}

function plain(text: string): string {
  return displayAmount(text, { locale: 'en-GB', minDecimals: 0 })
}
