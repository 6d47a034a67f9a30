import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

type AmountNoteProps = {
  limits: { min: string; max: string }
  rate: string
}

/** The range and the rate. */
export function AmountNote({ limits, rate }: AmountNoteProps) {
  const t = useText()
  const { amount: shown } = useFormats()
  const whole = { minDecimals: 0 }
  return (
    <span className="num flex flex-wrap justify-between gap-x-4">
      <span>
        {t('rails.range', { min: shown(limits.min, whole), max: shown(limits.max, whole) })}
      </span>
      <span>{t('rails.rate', { rate: `${shown(rate, { minDecimals: 2 })} USDT` })}</span>
    </span>
  )
}
