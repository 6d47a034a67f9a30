import { listFundOffers } from '@btbc/contract/fund.ts'
import { listMachines, readLaunches, readTeam, startRun } from '@btbc/contract/mining.ts'
import { isZero } from '@btbc/money/amount.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { ReceiptText, Store } from 'lucide-react'
import { lazy, useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { isAwaited, useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { Fleet, type Machine } from '#screens/machines/Fleet.tsx'
import { MachineCard } from '#screens/machines/MachineCard.tsx'
import { MinerFund } from '#screens/machines/MinerFund.tsx'
import { useHouseNow } from '#screens/machines/useHouseNow.ts'
import { useStart } from '#mining/useStart.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

const BuyStarts = lazy(async () => ({
  default: (await import('#mining/BuyStarts.tsx')).BuyStarts,
}))

const SYNC_MS = 60_000
const TICK_MS = 15_000
const MINER_FUNDS = 3
const MACHINES = 'machines'
/** The seeds' articles: 156 describes the first fund, 196 the other. */
const descriptions = ['funds', 'miner-funds'] as const

/** The member's machines, and beside them the miner funds. */
export function MachinesScreen() {
  const t = useText()
  const [tab, setTab] = useState(MACHINES)
  const offers = useCall(listFundOffers, { type: MINER_FUNDS }, { refetchInterval: SYNC_MS })
  const known = [offers, useCall(listMachines), useCall(readTeam), useCall(readLaunches)]
  const funds = (offers.data ?? []).slice(0, descriptions.length)
  const at = funds.findIndex(({ day }) => String(day) === tab)
  const [fund, description] = [funds[at], descriptions[at]]
  // All at once: each of them says how long something is, and what stands below it would be pushed.
  if (known.some(isAwaited))
    return (
      <Page title={t('home.myMachines')}>
        <MachinesSkeleton />
      </Page>
    )
  return (
    <Page title={t('home.myMachines')}>
      {funds.length > 0 && (
        <Segmented
          legend={t('fund.minerKinds')}
          options={[
            { value: MACHINES, label: t('mining.machines') },
            ...funds.map(({ day }) => ({
              value: String(day),
              label: t('fund.minerTab', { days: day }),
            })),
          ]}
          value={tab}
          onChange={setTab}
        />
      )}
      {fund && description ? (
        <MinerFund key={fund.id} fund={fund} description={description} />
      ) : (
        <Machines />
      )}
    </Page>
  )
}

/** What the member owns, what of it runs, and how to start the rest. */
function Machines() {
  const t = useText()
  const machines = useCall(listMachines, {}, { refetchInterval: SYNC_MS })
  return (
    <>
      <Loaded query={machines} skeleton={<MachinesSkeleton />}>
        {(owned) =>
          owned.length > 0 ? (
            <Owned machines={owned} />
          ) : (
            <Empty
              card
              action={
                <AppLink to={paths.shop()} className={buttonClass()}>
                  {t('home.seeMachines')}
                </AppLink>
              }
            >
              {t('mining.noMachines')}
            </Empty>
          )
        }
      </Loaded>
      <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
        <LinkRow to={paths.shop()} Icon={Store} label={t('home.shop')} />
        <LinkRow to={paths.income('2')} Icon={ReceiptText} label={t('mining.records')} />
      </nav>
    </>
  )
}

function Owned({ machines }: { machines: readonly Machine[] }) {
  const t = useText()
  const now = useHouseNow(TICK_MS)
  const [buying, setBuying] = useState(false)
  const startAll = useStart(startRun)
  const team = useCall(readTeam).data?.team
  const launches = useCall(readLaunches).data?.free_times
  // The output of open runs counts the basic one only when it is in one of them.
  const baseIdle = team && (team.runs.length === 0 || isZero(team.base_output))
  const startable = machines.filter(({ status }) => status === 0).length + (baseIdle ? 1 : 0)
  return (
    <>
      <Fleet
        machines={machines}
        baseIdle={baseIdle}
        launches={launches}
        invited={team?.invite_launches}
        startAll={startAll}
        onBuy={() => setBuying(true)}
      />
      <ul className="grid grid-cols-1 gap-3">
        {machines.map((machine) => (
          <MachineCard
            key={machine.id}
            machine={machine}
            now={now}
            canStart={launches !== 0}
            moreIsIdle={startable > 1}
            startingAll={startAll.busy}
            onStartAll={() => startAll.run({})}
            onBuy={() => setBuying(true)}
          />
        ))}
      </ul>
      <Sheet open={buying} onOpenChange={setBuying} title={t('home.buyTitle')}>
        <BuyStarts team={team} onDone={() => setBuying(false)} />
      </Sheet>
    </>
  )
}

function MachinesSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="h-13" />
      <Skeleton className="h-56" />
      <Skeleton className="h-60" />
      <Skeleton className="h-60" />
    </div>
  )
}
