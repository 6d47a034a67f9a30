import { readProfile } from '@btbc/contract/account.ts'
import { readHome } from '@btbc/contract/home.ts'
import { listMachines, readLaunches, readTeam } from '@btbc/contract/mining.ts'
import { readHomeContent } from '@btbc/contract/news.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { lazy, Suspense, useState } from 'react'

import { isAwaited, queryClient, readTogether, useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { Mining } from '#screens/home/Mining.tsx'
import { NoticeTicker } from '#screens/home/NoticeTicker.tsx'
import { Page } from '#shell/Page.tsx'
import { PullToRefresh } from '#shell/PullToRefresh.tsx'

const importMore = () => import('#screens/home/HomeMore.tsx')
const HomeMore = lazy(async () => ({ default: (await importMore()).HomeMore }))
const BuyStarts = lazy(async () => ({
  default: (await import('#mining/BuyStarts.tsx')).BuyStarts,
}))
const Frozen = lazy(async () => ({
  default: (await import('#screens/home/HomeNotices.tsx')).Frozen,
}))

// At once, though it is drawn when it is known how much stands above it: nothing is pushed away.
void importMore().catch(() => undefined)

const parts = {
  profile: readProfile,
  team: readTeam,
  launches: readLaunches,
  output: readOutput,
  machines: listMachines,
  content: readHomeContent,
}

/** The dial, what feeds it, and what to do next. */
export function HomeScreen() {
  const t = useText()
  const [buying, setBuying] = useState(false)
  // Before the first part of it asks.
  useState(() => readTogether(readHome, parts))
  const team = useCall(readTeam)
  const member = useCall(readProfile).data
  return (
    <Page title={t('shell.home')} titleHidden>
      <div className="-mb-2 flex items-center gap-2">
        <NoticeTicker />
        <PullToRefresh onRefresh={() => queryClient.refetchQueries({ type: 'active' })} />
      </div>
      {member?.frozen === true && (
        <Suspense>
          <Frozen />
        </Suspense>
      )}
      <Mining onBuy={() => setBuying(true)} />
      {!isAwaited(team) && (
        <Suspense fallback={<MoreSkeleton />}>
          <HomeMore onBuy={() => setBuying(true)} />
        </Suspense>
      )}
      <Sheet open={buying} onOpenChange={setBuying} title={t('home.buyTitle')}>
        <BuyStarts team={team.data?.team} onDone={() => setBuying(false)} />
      </Sheet>
    </Page>
  )
}

/** The room of what is below the dial, so that nothing moves when it comes. */
function MoreSkeleton() {
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        <Skeleton className="h-36.5" />
        <Skeleton className="h-36.5" />
      </div>
      <Skeleton className="h-24" />
      <Skeleton className="h-57" />
    </>
  )
}
