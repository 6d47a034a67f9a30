import type { listAttestations } from '@btbc/contract/proof.ts'

import type { Answer } from '#api/call.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { CoverKey, CoverPlot } from '@btbc/ui/CoverPlot.tsx'
import { currencyName } from '#solvency/currency-name.ts'
import { type Course, courseOf } from '#screens/proof/course.ts'
import { Section } from '#shell/Section.tsx'

type Row = Answer<typeof listAttestations>['list'][number]

/** For each currency what was there and what it had to cover, proof by proof, the oldest first. */
export function CoverageOverTime({ rows }: { rows: readonly Row[] }) {
  const t = useText()
  const currencies = rows.at(-1)?.coverage ?? []
  return (
    <Section title={t('proof.coverage')}>
      <CoverKey there={t('proof.there')} due={t('proof.owedPromised')} />
      {currencies.map(({ currency, currency_name: code }) => (
        <Currency key={currency} code={code} course={courseOf(rows, currency)} />
      ))}
    </Section>
  )
}

function Currency({ code, course }: { code: string; course: Course }) {
  const t = useText()
  const money = useShortMoney()
  const { dateTime, amount } = useFormats()
  const { from, to, least, there, due, points } = course
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
      <CoverPlot points={points} />
      <p className="num flex flex-wrap justify-between gap-x-4 text-small">
        <span>{t('proof.thereNow', { amount: money(there, code) })}</span>
        <span className="text-mut">{t('proof.dueNow', { amount: money(due, code) })}</span>
      </p>
    </figure>
  )
}
