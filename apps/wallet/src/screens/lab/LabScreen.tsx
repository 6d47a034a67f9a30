import { Button } from '@btbc/ui/Button.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useMemo, useState } from 'react'

import { useText } from '#i18n/text.ts'
import { HouseNow } from '#screens/lab/HouseNow.tsx'
import { House, Scheme } from '#screens/lab/Outcome.tsx'
import { BEGINNING, CROWD, PROMISE, type Settings, termsOf } from '#screens/lab/settings.ts'
import { Sliders } from '#screens/lab/Sliders.tsx'
import { useLab } from '#screens/lab/useLab.ts'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'
import { CoverKey } from '#solvency/CoverPlot.tsx'

/** Why schemes fail, and what is different here: one crowd and one promise in two houses. */
export function LabScreen() {
  const t = useText()
  const [settings, setSettings] = useState(BEGINNING)
  const result = useLab(useMemo(() => termsOf(settings), [settings]))
  const change = (some: Partial<Settings>) => setSettings((all) => ({ ...all, ...some }))
  return (
    <Page title={t('lab.title')}>
      <p className="-mt-3 text-mut">{t('lab.what')}</p>
      {result === undefined ? (
        <Skeleton className="h-120" />
      ) : (
        <div className="grid gap-3">
          <CoverKey there={t('lab.there')} due={t('lab.due')} />
          <Scheme scheme={result.scheme} />
          <House house={result.house} />
        </div>
      )}
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
