import { houseTime } from '@btbc/client/house-clock.ts'
import { readLaunches, readTeam } from '@btbc/contract/mining.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { isZero } from '@btbc/money/amount.ts'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { lazy, Suspense, useMemo, useState } from 'react'

import { useCall, useErrorText } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Team } from '#mining/bonus.ts'
import { Dial } from '#screens/home/Dial.tsx'
import { MeterRing } from '#screens/home/MeterRing.tsx'
import { runsOf, type Run } from '#screens/home/meter.ts'
import type { MeterState } from '#screens/home/ticking.ts'
import { paths } from '#paths.ts'
import { AppLink, linkClass } from '#shell/AppLink.tsx'
import { useOnline } from '#shell/online.ts'
import { stored } from '#storage.ts'

const SYNC_MS = 60_000

const RunControl = lazy(async () => ({
  default: (await import('#screens/home/RunControl.tsx')).RunControl,
}))
const PowerCard = lazy(async () => ({
  default: (await import('#screens/home/PowerCard.tsx')).PowerCard,
}))

/** The dial with its button and its power: running, idle, finished, offline or in error. */
export function Mining({ onBuy }: { onBuy: () => void }) {
  const errorText = useErrorText()
  const query = useCall(readTeam, {}, { refetchInterval: SYNC_MS })
  const launches = useCall(readLaunches)
  const { data, error, isFetching, refetch } = query
  return (
    <>
      {error && (
        <ErrorBlock busy={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorBlock>
      )}
      {data ? (
        <Meter
          team={data.team}
          receivedAt={query.dataUpdatedAt}
          launches={launches.data?.free_times}
          onBuy={onBuy}
        />
      ) : (
        <div aria-busy={!error} className="grid gap-4">
          <div className="meter mx-auto opacity-60">
            <Dial open={false} starts={0} />
          </div>
          {!error && <Skeleton className="h-28" />}
        </div>
      )}
    </>
  )
}

/** The runs that ended while a member looked: their total stays until the member's next start. */
const finishedRuns = new Map<string, readonly Run[]>()

type MeterProps = {
  team: Team
  /** When the answer came, by the device's clock. */
  receivedAt: number
  launches: number | undefined
  onBuy: () => void
}

function Meter({ team, receivedAt, launches, onBuy }: MeterProps) {
  const t = useText()
  const { time } = useFormats()
  const unclaimed = useUnclaimed()
  const online = useOnline()
  const [starts, setStarts] = useState(0)
  const memberId = stored('user_id') ?? ''
  const [ended, setEnded] = useState(finishedRuns.get(memberId))
  const open = useMemo(() => runsOf(team), [team])
  const running = open.some(({ endsAt }) => endsAt > Date.parse(team.now)) && ended !== open
  const state: MeterState = running ? 'running' : ended ? 'finished' : 'idle'

  function end() {
    finishedRuns.set(memberId, open)
    setEnded(open)
  }

  return (
    <>
      <MeterRing
        state={state}
        runs={running ? open : (ended ?? open)}
        online={online}
        starts={starts}
        unclaimed={unclaimed}
        onEnd={end}
      />
      {!online && (
        <p className="text-center text-small text-warn">
          {t(running ? 'home.pausedDisplay' : 'shell.asOf', { time: time(houseTime(receivedAt)) })}
        </p>
      )}
      {unclaimed !== undefined && (
        <AppLink
          to={paths.assets()}
          className="num press -mt-2 inline-flex min-h-11 items-center justify-self-center text-small text-ac underline"
        >
          {t('home.toClaim')}
        </AppLink>
      )}
      {!running && launches !== undefined && (
        <Suspense fallback={<Skeleton className="h-20.5" />}>
          <RunControl
            launches={launches}
            invited={team.invite_launches}
            finished={state === 'finished'}
            onBuy={onBuy}
            onStarted={() => {
              finishedRuns.delete(memberId)
              setEnded(undefined)
              setStarts(starts + 1)
            }}
          />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton className="h-28" />}>
        <PowerCard team={team} />
      </Suspense>
      {isZero(team.machine_output) && (
        <p className="text-small text-mut">
          {t('home.noMachine')}{' '}
          <AppLink to={paths.shop()} className={`-my-2.5 ${linkClass}`}>
            {t('home.seeMachines')}
          </AppLink>
        </p>
      )}
    </>
  )
}

/** What earlier runs gave and nobody took yet. */
function useUnclaimed(): string | undefined {
  const { amount } = useFormats()
  const waiting = useCall(readOutput).data?.receive_amount
  if (waiting === undefined || isZero(waiting)) return undefined
  return amount(waiting, { decimals: 4, minDecimals: 4 })
}
