import type { readFirstPage } from '@btbc/contract/first-page.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import type { UseQueryResult } from '@tanstack/react-query'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { useOnline } from '#shell/online.ts'

type FirstPage = Answer<typeof readFirstPage>

/** Three figures from the books, or the reason why there are none. */
export function Figures({ query }: { query: UseQueryResult<FirstPage> }) {
  const t = useText()
  const online = useOnline()
  if (!online && query.data === undefined)
    return <p className="card p-4 text-small text-mut">{t('firstPage.offline')}</p>
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-30" />}>
      {(figures) => <Shown figures={figures} />}
    </Loaded>
  )
}

function Shown({ figures: { at, members, open_runs: runs, coverage } }: { figures: FirstPage }) {
  const t = useText()
  const { count, time } = useFormats()
  const covered = t('firstPage.coveredOf', {
    covered: count(coverage.covered),
    currencies: count(coverage.currencies),
  })
  return (
    <section aria-label={t('firstPage.figures')} className="card grid gap-2 p-4">
      <dl className="grid grid-cols-3 gap-3">
        <Figure label={t('firstPage.members')} value={count(members)} />
        <Figure label={t('firstPage.runs')} value={count(runs)} />
        <Figure label={t('firstPage.covered')} value={covered} />
      </dl>
      <p className="num text-label text-sub">
        {t('firstPage.fromBooks', { time: time(at), checked: time(coverage.at) })}
      </p>
    </section>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-small text-mut">{label}</dt>
      <dd className="num text-title font-semibold">{value}</dd>
    </div>
  )
}
