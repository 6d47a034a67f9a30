import { ChevronRight, Trophy } from 'lucide-react'

import { Picture } from '#content/Picture.tsx'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

const activities = [1, 2, 3] as const

/** What there is to take part in. */
export function ActivitiesScreen() {
  const t = useText()
  return (
    <Page title={t('content.activities')}>
      <p className="text-mut">{t('content.activitiesIntro')}</p>
      <div className="card px-4">
        <LinkRow
          to={paths.campaign()}
          Icon={Trophy}
          label={
            <>
              <span className="font-semibold">{t('campaign.title')}</span>
              <span className="block text-small text-mut">{t('campaign.live')}</span>
            </>
          }
        />
      </div>
      <ul className="grid gap-4">
        {activities.map((number) => (
          <li key={number}>
            <ActivityCard number={number} />
          </li>
        ))}
      </ul>
      <div className="card px-4">
        <LinkRow to={paths.article('activities')} label={t('content.archive')} />
      </div>
    </Page>
  )
}

function ActivityCard({ number }: { number: (typeof activities)[number] }) {
  const t = useText()
  return (
    <AppLink to={paths.promotion(number)} className="card press block overflow-hidden">
      <Picture
        src={`/media/activity-${number}.svg`}
        alt=""
        width={358}
        height={140}
        className="aspect-[358/140] w-full object-cover text-section font-semibold"
        // The words below say it all.
        fallback={<span aria-hidden>{t(`content.activity${number}`)}</span>}
      />
      <span className="flex items-center gap-3 px-4 py-3">
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="text-section font-semibold">{t(`content.activity${number}`)}</span>
          <span className="text-small text-mut">{t(`content.activity${number}Body`)}</span>
        </span>
        <ChevronRight size={18} aria-hidden className="shrink-0 text-mut" />
      </span>
    </AppLink>
  )
}
