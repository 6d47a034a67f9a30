import { readTeam } from '@btbc/contract/mining.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatTile } from '@btbc/ui/StatTile.tsx'
import { ReceiptText, Share2 } from 'lucide-react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import type { Team } from '#mining/bonus.ts'
import { BonusCard } from '#screens/team/BonusCard.tsx'
import { MemberList } from '#screens/team/MemberList.tsx'
import { TeamMap } from '#screens/team/TeamMap.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'

/** Who the member brought, and what that adds to the power. */
export function TeamScreen() {
  const t = useText()
  const query = useCall(readTeam)
  return (
    <Page title={t('home.team')}>
      <Loaded query={query} skeleton={<TeamSkeleton />}>
        {({ team }) => <Members team={team} />}
      </Loaded>
    </Page>
  )
}

function Members({ team }: { team: Team }) {
  const t = useText()
  const { count } = useFormats()
  const ghost = buttonClass({ variant: 'ghost', size: 'medium' })
  return (
    <>
      <TeamMap team={team} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        <StatTile
          label={t('team.direct')}
          value={count(team.direct)}
          note={t('team.activeCount', { count: count(team.active_direct) })}
        />
        <StatTile
          label={t('team.others')}
          value={count(team.total - team.direct)}
          note={t('team.activeCount', { count: count(team.active_other) })}
        />
      </div>
      <BonusCard team={team} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        <AppLink to={paths.income('5')} className={ghost}>
          <ReceiptText size={18} aria-hidden />
          {t('wallet.records')}
        </AppLink>
        {team.direct > 0 && (
          <AppLink to={paths.share()} className={ghost}>
            <Share2 size={18} aria-hidden />
            {t('home.invite')}
          </AppLink>
        )}
      </div>
      <MemberList team={team} />
    </>
  )
}

function TeamSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-40" />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <Skeleton className="h-61" />
      <Skeleton className="h-11" />
      <Skeleton className="h-48" />
    </div>
  )
}
