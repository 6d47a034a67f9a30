import { formatAmount, percentOf, UNIT } from '@btbc/money/amount.ts'
import { useId } from 'react'

import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Settings, Slider } from '#screens/lab/settings.ts'

type SlidersProps = {
  sliders: readonly Slider[]
  settings: Settings
  onChange: (some: Partial<Settings>) => void
}

/** A row for each, with its name and where it stands. */
export function Sliders({ sliders, settings, onChange }: SlidersProps) {
  return (
    <div className="card grid gap-3 p-4">
      {sliders.map((each) => (
        <Row
          key={each.name}
          slider={each}
          value={settings[each.name]}
          onChange={(value) => onChange({ [each.name]: value })}
        />
      ))}
    </div>
  )
}

type RowProps = { slider: Slider; value: number; onChange: (value: number) => void }

function Row({ slider: { name, kind, min, max, step }, value, onChange }: RowProps) {
  const t = useText()
  const id = useId()
  const shown = useShown()(kind, value)
  return (
    <div className="grid">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id}>{t(`lab.${name}`)}</label>
        <output htmlFor={id} className="num font-semibold">
          {shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        // Its steps go through the figure it stands at, which may be one of a house, and beyond what one tries.
        min={min + Math.max((value - min) % step, 0)}
        max={Math.max(max, value)}
        step={step}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-11 w-full accent-acf"
      />
    </div>
  )
}

function useShown() {
  const t = useText()
  const money = useShortMoney()
  const { amount, count } = useFormats()
  return (kind: Slider['kind'], value: number) => {
    if (kind === 'days') return t('lab.days', { count: value })
    if (kind === 'percent') return t('shell.percent', { percent: amount(percentOf(value)) })
    return kind === 'usdt' ? money(formatAmount(BigInt(value) * UNIT), 'USDT') : count(value)
  }
}
