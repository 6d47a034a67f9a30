import { say } from '@btbc/contract/operator/operator-text.ts'
import { KNOWN_AFTER_MS } from '@btbc/contract/operator/setting-rules.ts'

import { plain } from '#format.ts'

/** The clock of the house is heard a moment late. */
export const SOONEST_MS = KNOWN_AFTER_MS + 1_000

export type Figures = Readonly<Record<string, string>>

/** A figure of a setting with its unit: '1.5 USDT'; or the word that it is. */
export function figure(
  { key, unit, choices }: { key: string; unit: string; choices: readonly string[] },
  value: Figures,
): string {
  const text = value[key] ?? ''
  if (choices.length > 0) return text
  return unit === '' ? plain(text || '0') : `${plain(text || '0')}\u00a0${unit}`
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

/** From the least to the most it may be. */
export function bounds({ least, most }: { least: string; most: string }): string {
  return say('setting.bounds', { least: plain(least), most: plain(most) })
}
