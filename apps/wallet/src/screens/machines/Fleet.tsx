import type { listMachines, startRun } from '@btbc/contract/mining.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Play } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import type { useStart } from '#mining/useStart.ts'
import { StartRefused } from '#screens/machines/StartRefused.tsx'
import { AppLink, linkClass } from '#shell/AppLink.tsx'
import { useOnline } from '#shell/online.ts'

export type Machine = Answer<typeof listMachines>[number]

type FleetProps = {
  machines: readonly Machine[]
  /** True while no open run has the basic output in it; unknown until it was read. */
  baseIdle: boolean | undefined
  /** Starts left. */
  launches: number | undefined
  /** What an invited friend brings. */
  invited: number | undefined
  startAll: ReturnType<typeof useStart<typeof startRun>>
  onBuy: () => void
}

/** How many run and how many do not, and the one button for all that do not. */
export function Fleet({ machines, baseIdle, launches, invited, startAll, onBuy }: FleetProps) {
  const t = useText()
  const { count } = useFormats()
  const online = useOnline()
  const of = (status: Machine['status']) => machines.filter((each) => each.status === status).length
  const idle = of(0)
  const nothingIdle = idle === 0 && baseIdle === false
  const noStarts = launches === 0 && !nothingIdle
  return (
    <section aria-label={t('mining.machines')} className="card grid gap-4 p-4">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-2">
        <Figure label={t('mining.running')} value={count(of(1))} />
        <Figure label={t('mining.notRunning')} value={count(idle)} />
        <Figure label={t('mining.expired')} value={count(of(2))} />
      </dl>
      <div className="grid gap-2">
        <Button
          busy={startAll.busy}
          disabledReason={
            nothingIdle ? t('mining.noneIdle') : online ? undefined : t('shell.offline')
          }
          {...(noStarts && { 'aria-haspopup': 'dialog' as const })}
          onClick={() => (noStarts ? onBuy() : startAll.run({}))}
          icon={!noStarts && <Play size={20} aria-hidden />}
        >
          {noStarts ? t('home.getStarts') : t('mining.startAll')}
        </Button>
        {noStarts && (
          <p className="text-small text-mut">
            {t('home.noStarts')}{' '}
            {invited !== undefined && (
              <AppLink to={paths.share()} className={`-my-2.5 ${linkClass}`}>
                {t('home.orInvite', { starts: invited })}
              </AppLink>
            )}
          </p>
        )}
        {!noStarts && !nothingIdle && (
          <p className="text-small text-mut">
            {(baseIdle === true || idle > 0) &&
              `${t('mining.startWhat', { base: baseIdle ? 'yes' : 'no', machines: idle })} `}
            {launches !== undefined && `${t('mining.startCost', { left: count(launches) })} `}
            {t('mining.reservedNote')}
          </p>
        )}
        {startAll.error && <StartRefused error={startAll.error} onBuy={onBuy} />}
      </div>
    </section>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-small text-mut">{label}</dt>
      <dd className="num text-amount font-semibold">{value}</dd>
    </div>
  )
}
