import type { LabTerms } from '@btbc/contract/lab.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useMemo, useState } from 'react'

import { useText } from '#i18n/text.ts'
import { HouseNow } from '#screens/lab/HouseNow.tsx'
import { House, Scheme } from '#screens/lab/Outcome.tsx'
import {
  BEGINNING,
  changed,
  CROWD,
  PROMISE,
  type Settings,
  termsOf,
} from '#screens/lab/settings.ts'
import { Sliders } from '#screens/lab/Sliders.tsx'
import { useLab } from '#screens/lab/useLab.ts'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'
import { CoverKey } from '@btbc/ui/CoverPlot.tsx'

/** Why schemes fail, and what is different here: one crowd and one promise in two houses. */
export function LabScreen() {
  const t = useText()
  const [settings, setSettings] = useState(BEGINNING)
  const [tries, setTries] = useState(1)
  const terms = useMemo(() => termsOf(settings), [settings])
  const change = (some: Partial<Settings>) => setSettings((all) => changed(all, some))
  return (
    <Page title={t('lab.title')}>
      <p className="-mt-3 text-mut">{t('lab.what')}</p>
      <Outcomes key={tries} terms={terms} onRetry={() => setTries(tries + 1)} />
      <Section title={t('lab.crowd')}>
        <Sliders sliders={CROWD} settings={settings} onChange={change} />
      </Section>
      <Section title={t('lab.promise')}>
        <Sliders sliders={PROMISE} settings={settings} onChange={change} />
      </Section>
      <Button variant="ghost" onClick={() => setSettings(BEGINNING)}>
        {t('lab.reset')}
      </Button>
      <HouseNow onPut={change} />
      <Section title={t('lab.out')}>
        <p className="text-mut">{t('lab.outBody')}</p>
      </Section>
    </Page>
  )
}

function Outcomes({ terms, onRetry }: { terms: LabTerms; onRetry: () => void }) {
  const t = useText()
  const { result, hasFailed } = useLab(terms)
  if (hasFailed) return <ErrorBlock onRetry={onRetry}>{t('lab.notStarted')}</ErrorBlock>
  if (result === undefined) return <Skeleton className="h-120" />
  return (
    <div className="grid gap-3">
      <CoverKey there={t('lab.there')} due={t('lab.due')} />
      <Scheme scheme={result.scheme} />
      <House house={result.house} />
    </div>
  )
}
