import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

type AmountNoteProps = {
  error: string | undefined
  limits: { min: string; max: string }
  rate: string
}

/** The range and the rate, and what is wrong. */
export function AmountNote({ error, limits, rate }: AmountNoteProps) {
  const t = useText()
  const { amount: shown } = useFormats()
  const whole = { minDecimals: 0 }
  return (
    <span className="grid gap-0.5">
      {error !== undefined && (
        <span role="alert" className="text-dn">
          <span aria-hidden>▲ </span>
          {error}
        </span>
      )}
      <span className="num flex flex-wrap justify-between gap-x-4">
        <span>
          {t('rails.range', { min: shown(limits.min, whole), max: shown(limits.max, whole) })}
        </span>
        <span>{t('rails.rate', { rate: `${shown(rate, { minDecimals: 2 })} USDT` })}</span>
      </span>
    </span>
  )
}
