import { say } from '@btbc/contract/operator/operator-text.ts'
import { displayAmount } from '@btbc/ui/display-amount.ts'

export type Figures = Readonly<Record<string, string>>

/** A figure of a setting with its unit: '1.5 USDT'; or the word that it is. */
export function figure(
  { key, unit, choices }: { key: string; unit: string; choices: readonly string[] },
  value: Figures,
): string {
  const text = value[key] ?? ''
  if (choices.length > 0) return text
  return `${plain(text || '0')}\u00a0${unit}`
}

/** Such as `Fee: 1 % → 2 %`, of each figure that is another one. */
export function differences(
  fields: readonly (Parameters<typeof figure>[0] & { label: string })[],
  before: Figures,
  after: Figures,
): string[] {
  return fields
    .filter(({ key }) => before[key] !== after[key])
    .map((field) =>
      say('setting.beforeAfter', {
        label: field.label,
        before: figure(field, before),
        after: figure(field, after),
      }),
    )
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
