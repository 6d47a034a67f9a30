import { Banner } from '@btbc/ui/Banner.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { lazy, Suspense, useState } from 'react'

import { queryClient, useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { Mining } from '#screens/home/Mining.tsx'
import { NoticeTicker } from '#screens/home/NoticeTicker.tsx'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'
import { PullToRefresh } from '#shell/PullToRefresh.tsx'

const HomeMore = lazy(async () => ({
  default: (await import('#screens/home/HomeMore.tsx')).HomeMore,
}))
const BuyStarts = lazy(async () => ({
  default: (await import('#screens/home/BuyStarts.tsx')).BuyStarts,
}))
const WelcomeSheet = lazy(async () => ({
  default: (await import('#screens/home/WelcomeSheet.tsx')).WelcomeSheet,
}))

/** The dial, what feeds it, and what to do next. */
export function HomeScreen() {
  const t = useText()
  const [buying, setBuying] = useState(false)
  const team = useCall('/machine/team')
  const member = useCall('/user/info').data
  return (
    <Page title={t('shell.home')} titleHidden>
      <div className="-mb-2 flex items-center gap-2">
        <NoticeTicker />
        <PullToRefresh onRefresh={() => queryClient.refetchQueries({ type: 'active' })} />
      </div>
      {member?.frozen === true && <Frozen />}
      <Mining onBuy={() => setBuying(true)} />
      <Suspense fallback={<MoreSkeleton />}>
        <HomeMore onBuy={() => setBuying(true)} />
      </Suspense>
      <Sheet open={buying} onOpenChange={setBuying} title={t('home.buyTitle')}>
        <BuyStarts team={team.data?.team} onDone={() => setBuying(false)} />
      </Sheet>
      {member?.welcome && (
        <Suspense>
          <WelcomeSheet />
        </Suspense>
      )}
    </Page>
  )
}

function Frozen() {
  const t = useText()
  return (
    <Banner
      tone="warn"
      action={
        <AppLink
          to={paths.security()}
          className="press inline-flex min-h-11 items-center font-semibold text-ac underline"
        >
          {t('shell.toSecurity')}
        </AppLink>
      }
    >
      {t('home.frozen')}
    </Banner>
  )
}

/** The room of what is below the dial, so that nothing moves when it comes. */
function MoreSkeleton() {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-35" />
        <Skeleton className="h-35" />
      </div>
      <Skeleton className="h-24" />
      <Skeleton className="h-42" />
    </>
  )
}
