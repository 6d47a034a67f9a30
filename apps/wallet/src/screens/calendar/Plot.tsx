import { useText } from '#i18n/text.ts'
import { barsOf, type Calendar } from '#screens/calendar/calendar.ts'

const WIDTH = 310
const HEIGHT = 96
/** Room for the marks above the highest bar. */
const TOP = 14
const FLOOR = HEIGHT - 1
const THOUSAND = 1000

/** A bar for the income of each day, and a mark where an amount comes back. It stands still. */
export function Plot({ calendar, sentence }: { calendar: Calendar; sentence: string }) {
  const t = useText()
  const bars = barsOf(calendar)
  const step = WIDTH / bars.length
  return (
    <figure className="grid gap-2">
      <figcaption id="calendar-plot" className="num text-small text-mut">
        {sentence}
      </figcaption>
      <svg
        role="img"
        aria-labelledby="calendar-plot"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full"
      >
        <path d={`M0 ${FLOOR}H${WIDTH}`} className="stroke-line" />
        {bars.map(({ date, height, hasBack }, at) => {
          const [x, high] = [at * step, (height / THOUSAND) * (FLOOR - TOP)]
          return (
            <g key={date}>
              {height > 0 && (
                <rect
                  x={x + 1.5}
                  y={FLOOR - Math.max(high, 2)}
                  width={step - 3}
                  height={Math.max(high, 2)}
                  rx="1.5"
                  className="fill-acf"
                />
              )}
              {hasBack && (
                <circle cx={x + step / 2} cy={FLOOR - high - 7} r="4" className="fill-up" />
              )}
            </g>
          )
        })}
      </svg>
      <p aria-hidden className="flex flex-wrap gap-x-4 text-label text-mut">
        <span className="flex items-center gap-1.5">
          <span className="h-3 w-1.5 rounded-full bg-acf" />
          {t('calendar.income')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="size-2 rounded-full bg-up" />
          {t('calendar.back')}
        </span>
      </p>
    </figure>
  )
}
