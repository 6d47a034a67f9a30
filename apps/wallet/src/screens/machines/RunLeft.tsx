import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

const RUN_MS = 86_400_000
const MINUTE_MS = 60_000

/** When the run of a machine ends, and how far it is. */
export function RunLeft({ endsAt, now }: { endsAt: string; now: number }) {
  const t = useText()
  const { time, count } = useFormats()
  const left = Math.min(Math.max(Date.parse(endsAt) - now, 0), RUN_MS)
  const minutes = Math.ceil(left / MINUTE_MS)
  const percent = Math.floor(((RUN_MS - left) * 100) / RUN_MS)
  return (
    <div className="grid gap-2">
      <svg
        role="img"
        aria-label={t('mining.runProgress', { percent: count(percent) })}
        className="h-1.5 w-full overflow-hidden rounded-chip bg-s3"
      >
        <rect width={`${percent}%`} height="100%" rx="3" className="fill-ac" />
      </svg>
      <p className="num flex flex-wrap justify-between gap-x-4 text-small text-mut">
        <span>{t('mining.endsAt', { time: time(endsAt) })}</span>
        <span>
          {t('mining.leftOfRun', {
            hours: count(Math.floor(minutes / 60)),
            minutes: count(minutes % 60),
          })}
        </span>
      </p>
    </div>
  )
}
