import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { StatTile } from '@btbc/ui/StatTile.tsx'
import { Cpu, Gift, Plus, RotateCw, Share2, Store, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { queryClient, useCall } from '#api/query.ts'
import { Carousel } from '#content/Carousel.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { Mining } from '#screens/home/Mining.tsx'
import { NoticeTicker } from '#screens/home/NoticeTicker.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'
import { PullToRefresh } from '#shell/PullToRefresh.tsx'

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
  const welcome = useCall('/user/info').data?.welcome
  const banners = useCall('/content/home').data?.banners
  return (
    <Page title={t('shell.home')} titleHidden>
      <div className="-mb-2 flex items-center gap-2">
        <NoticeTicker />
        <PullToRefresh onRefresh={() => queryClient.refetchQueries({ type: 'active' })} />
      </div>
      <Mining onBuy={() => setBuying(true)} />
      <Tiles onBuy={() => setBuying(true)} />
      {banners ? <Carousel slides={banners} /> : <Skeleton className="h-24" />}
      <MachinesRow />
      <Sheet open={buying} onOpenChange={setBuying} title={t('home.buyTitle')}>
        <BuyStarts team={team.data?.team} onDone={() => setBuying(false)} />
      </Sheet>
      {welcome && (
        <Suspense>
          <WelcomeSheet />
        </Suspense>
      )}
    </Page>
  )
}

function Tiles({ onBuy }: { onBuy: () => void }) {
  const t = useText()
  const { count } = useFormats()
  const launches = useCall('/machine/get_free_times')
  const left = launches.data?.free_times
  return (
    <div className="grid grid-cols-2 gap-3">
      <StatTile
        label={t('home.startsLeft')}
        value={
          left === undefined ? (
            <Unknown onRetry={() => void launches.refetch()} failed={launches.isError} />
          ) : (
            count(left)
          )
        }
        action={
          <Button
            variant="ghost"
            size="medium"
            aria-haspopup="dialog"
            icon={<Plus size={18} aria-hidden />}
            onClick={onBuy}
          >
            {t('home.buy')}
          </Button>
        }
      />
      <StatTile
        label={t('home.invite')}
        value={
          <>
            <Gift size={24} aria-hidden />
            +7
          </>
        }
        action={
          <AppLink to={paths.share()} className={buttonClass({ variant: 'ghost', size: 'medium' })}>
            <Share2 size={18} aria-hidden />
            {t('home.inviteAction')}
          </AppLink>
        }
      />
    </div>
  )
}

/** A figure that is not there yet, or could not be had. */
function Unknown({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const t = useText()
  if (!failed) return <Skeleton className="h-8.5 w-16" />
  return (
    <button
      type="button"
      onClick={onRetry}
      aria-label={t('shell.retry')}
      className="press grid size-11 place-items-center"
    >
      <RotateCw size={20} aria-hidden />
    </button>
  )
}

function MachinesRow() {
  const t = useText()
  const machines = useCall('/machine/my').data
  const running = machines?.filter(({ status }) => status === 1).length ?? 0
  return (
    <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
      <LinkRow
        to={paths.machines()}
        icon={<Cpu size={20} aria-hidden className="text-mut" />}
        label={t('home.myMachines')}
        {...(machines && { detail: t('home.machineCount', { running, all: machines.length }) })}
      />
      <LinkRow
        to={paths.shop()}
        icon={<Store size={20} aria-hidden className="text-mut" />}
        label={t('home.shop')}
      />
      <LinkRow
        to={paths.team()}
        icon={<Users size={20} aria-hidden className="text-mut" />}
        label={t('home.team')}
      />
    </nav>
  )
}
