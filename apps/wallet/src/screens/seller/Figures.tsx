import type { readSeller } from '@btbc/contract/offer.ts'
import { StatTile } from '@btbc/ui/StatTile.tsx'

import type { Answer } from '#api/call.ts'
import { DealRecord } from '#deals/DealRecord.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Section } from '#shell/Section.tsx'

/** How the own sales of 30 days went, as buyers read it. */
export function Figures({ seller }: { seller: Answer<typeof readSeller> }) {
  const t = useText()
  const { count } = useFormats()
  const { deals_30d: deals, completed_30d: percent, release_minutes: minutes } = seller
  const later = percent === null ? t('seller.from20') : undefined
  return (
    <Section title={t('seller.figures')}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-3">
        <StatTile label={t('seller.counted')} value={count(deals)} />
        <StatTile
          label={t('seller.completed')}
          value={percent === null ? '–' : t('shell.percent', { percent })}
          note={later}
        />
        <StatTile
          label={t('seller.release')}
          value={minutes === null ? '–' : t('buy.minutes', { minutes })}
          note={later}
        />
      </div>
      <p className="text-small text-sub">{t('seller.countedNote')}</p>
      <p className="text-small text-sub">
        <DealRecord record={{ ...seller, completed_30d: null }} />
      </p>
    </Section>
  )
}
