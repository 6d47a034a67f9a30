import { Empty } from '@btbc/ui/Empty.tsx'
import { clsx } from 'clsx'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Whole } from '#screens/campaign/CampaignScreen.tsx'
import { Section } from '#shell/Section.tsx'

type LeadersProps = Pick<Whole, 'leaders' | 'mine'> & { isOver: boolean }

/** The first ones by their tickets: whose they are is nobody else's business. */
export function Leaders({ leaders, mine, isOver }: LeadersProps) {
  const t = useText()
  const { count } = useFormats()
  return (
    <Section title={t('campaign.leaders')}>
      {leaders.length === 0 ? (
        <Empty card>{t(isOver ? 'campaign.noneCounted' : 'campaign.noLeaders')}</Empty>
      ) : (
        <ol className="card divide-y divide-line px-4">
          {leaders.map(({ place, ticket, invites }) => {
            const isMine = ticket === mine.ticket
            return (
              <li
                key={ticket}
                aria-current={isMine ? 'true' : undefined}
                className={clsx('num flex min-h-12 items-center gap-3', isMine && 'font-semibold')}
              >
                <span className="w-8 text-mut">{count(place)}</span>
                <span className="min-w-0 flex-1 text-small wrap-anywhere">
                  {isMine ? t('campaign.you') : ticket}
                </span>
                <span className="text-right">{t('campaign.invites', { invites })}</span>
              </li>
            )
          })}
        </ol>
      )}
    </Section>
  )
}
