import { Accordion } from '@btbc/ui/Accordion.tsx'
import { Cpu, Headset, ShieldCheck } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

const questions = [1, 2, 3, 4, 5, 6] as const

/** Six answers that come with the app: they are there without a network too. */
export function HelpScreen() {
  const t = useText()
  return (
    <Page title={t('content.help')}>
      <Accordion
        items={questions.map((number) => ({
          title: t(`content.help${number}`),
          body: t(`content.help${number}Body`),
        }))}
      />
      <div className="card divide-y divide-line px-4">
        <LinkRow to={paths.info()} Icon={Cpu} label={t('content.howMining')} />
        <LinkRow to={paths.promotion(4)} Icon={ShieldCheck} label={t('content.staySafe')} />
        <LinkRow to={paths.support()} Icon={Headset} label={t('content.askSupport')} />
      </div>
    </Page>
  )
}
