import { readProfile } from '@btbc/contract/account.ts'
import { listMachines, readLaunches, readTeam } from '@btbc/contract/mining.ts'
import { readHomeContent } from '@btbc/contract/news.ts'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatTile } from '@btbc/ui/StatTile.tsx'
import { ArrowRightLeft, Cpu, Gift, Plus, RotateCw, Share2, Store, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { Carousel } from '#content/Carousel.tsx'
import { areNoticesPutAway } from '#content/put-away.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'

const Welcome = lazy(async () => ({
  default: (await import('#screens/home/Welcome.tsx')).Welcome,
}))
const TermsChanged = lazy(async () => ({
  default: (await import('#screens/home/TermsChanged.tsx')).TermsChanged,
}))
const NewNotices = lazy(async () => ({
  default: (await import('#screens/home/NewNotices.tsx')).NewNotices,
}))

/** What stands below the dial: loaded while the dial is already there. */
export function HomeMore({ onBuy }: { onBuy: () => void }) {
  const content = useCall(readHomeContent)
  return (
    <>
      <Tiles onBuy={onBuy} />
      <Loaded query={content} skeleton={<Skeleton className="h-24" />}>
        {({ banners }) => <Carousel slides={banners} />}
      </Loaded>
      <MachinesRow />
      <SinceJoining />
    </>
  )
}

/** New terms, the welcome, or what is new since then: nobody is greeted with two at once. */
function SinceJoining() {
  const ticker = useCall(readHomeContent).data?.ticker
  const member = useCall(readProfile).data
  if (member?.terms_due)
    return (
      <Suspense>
        <TermsChanged />
      </Suspense>
    )
  if (member?.welcome)
    return (
      <Suspense>
        <Welcome />
      </Suspense>
    )
  if (!member || areNoticesPutAway()) return null
  const since = member.created_at
  if (ticker?.some(({ create_time: at }) => at > since) !== true) return null
  return (
    <Suspense>
      <NewNotices since={since} />
    </Suspense>
  )
}

function Tiles({ onBuy }: { onBuy: () => void }) {
  const t = useText()
  const { count } = useFormats()
  const launches = useCall(readLaunches)
  const left = launches.data?.free_times
  const team = useCall(readTeam)
  const invited = team.data?.team.invite_launches
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
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
          invited === undefined ? (
            <Unknown onRetry={() => void team.refetch()} failed={team.isError} />
          ) : (
            <>
              <Gift size={24} aria-hidden />+{count(invited)}
            </>
          )
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
  const machines = useCall(listMachines).data
  const running = machines?.filter(({ status }) => status === 1).length ?? 0
  return (
    <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
      <LinkRow to={paths.exchange()} Icon={ArrowRightLeft} label={t('exchange.exchange')} />
      <LinkRow
        to={paths.machines()}
        Icon={Cpu}
        label={t('home.myMachines')}
        {...(machines && { detail: t('home.machineCount', { running, all: machines.length }) })}
      />
      <LinkRow to={paths.shop()} Icon={Store} label={t('home.shop')} />
      <LinkRow to={paths.team()} Icon={Users} label={t('home.team')} />
    </nav>
  )
}
