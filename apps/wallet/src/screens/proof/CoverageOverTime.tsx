import type { listAttestations } from '@btbc/contract/proof.ts'

import type { Answer } from '#api/call.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { currencyName } from '#solvency/currency-name.ts'
import { areaOf, type Course, courseOf, lineOf } from '#screens/proof/course.ts'
import { Section } from '#shell/Section.tsx'

type Row = Answer<typeof listAttestations>['list'][number]

/** For each currency what was there and what it had to cover, proof by proof, the oldest first. */
export function CoverageOverTime({ rows }: { rows: readonly Row[] }) {
  const t = useText()
  const currencies = rows.at(-1)?.coverage ?? []
  return (
    <Section title={t('proof.coverage')}>
      <p aria-hidden className="flex flex-wrap gap-x-4 text-label text-mut">
        <span className="flex items-center gap-1.5">
          <span className="h-0.5 w-3 bg-up" />
          {t('proof.there')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="size-2 bg-acf" />
          {t('proof.owedPromised')}
        </span>
      </p>
      {currencies.map(({ currency, currency_name: code }) => (
        <Currency key={currency} code={code} course={courseOf(rows, currency)} />
      ))}
    </Section>
  )
}

const WIDTH = 310
const HEIGHT = 72

function Currency({ code, course }: { code: string; course: Course }) {
  const t = useText()
  const money = useShortMoney()
  const { dateTime, amount } = useFormats()
  const { from, to, least, there, due } = course
  const sentence =
    least === undefined
      ? t('proof.nothingOwed')
      : t('proof.plot', { from: dateTime(from), to: dateTime(to), percent: amount(least) })
  return (
    <figure className="card grid gap-2 p-4">
      <figcaption className="grid gap-1">
        <span className="font-semibold">{currencyName(code, t)}</span>
        <span className="num text-small text-mut">{sentence}</span>
      </figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-18 w-full"
      >
        <path d={areaOf(course, WIDTH, HEIGHT)} className="fill-acf" />
        <path
          d={lineOf(course, WIDTH, HEIGHT)}
          fill="none"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          className="stroke-up"
        />
      </svg>
      <p className="num flex flex-wrap justify-between gap-x-4 text-small">
        <span>{t('proof.thereNow', { amount: money(there, code) })}</span>
        <span className="text-mut">{t('proof.dueNow', { amount: money(due, code) })}</span>
      </p>
    </figure>
  )
}
