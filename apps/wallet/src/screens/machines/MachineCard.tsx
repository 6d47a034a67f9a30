import { startMachine } from '@btbc/contract/mining.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useRef, useState } from 'react'

import { Picture } from '#content/Picture.tsx'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Machine } from '#screens/machines/Fleet.tsx'
import { RunLeft } from '#screens/machines/RunLeft.tsx'
import { useStart } from '#mining/useStart.ts'
import { StartRefused } from '#screens/machines/StartRefused.tsx'
import { useOnline } from '#shell/online.ts'

const pills = {
  0: { tone: 'idle', name: 'mining.notRunning' },
  1: { tone: 'active', name: 'mining.running' },
  2: { tone: 'idle', name: 'mining.expired' },
} as const

type MachineCardProps = {
  machine: Machine
  /** By the house's clock. */
  now: number
  /** False without a start left: the screen says so once, above. */
  canStart: boolean
  /** True when the same start would run more than this machine. */
  moreIsIdle: boolean
  startingAll: boolean
  onStartAll: () => void
  onBuy: () => void
}

export function MachineCard(props: MachineCardProps) {
  const { machine, now, canStart } = props
  const t = useText()
  const money = useShortMoney()
  const { amount, count, dateTime } = useFormats()
  const heading = useRef<HTMLHeadingElement>(null)
  const pill = pills[machine.status]
  const currency = machine.category === 0 ? 'USDT' : 'BTBC'
  return (
    <li className="card grid min-w-0 grid-cols-1 gap-4 p-4">
      <div className="flex flex-wrap items-start gap-4">
        <Picture
          src={machine.img}
          alt=""
          width={72}
          height={72}
          className="size-18 shrink-0 rounded-control"
        />
        <div className="grid min-w-0 flex-1 basis-32 gap-1">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h2 ref={heading} tabIndex={-1} className="text-section font-semibold outline-none">
              {machine.name}
            </h2>
            <StatusPill tone={pill.tone}>{t(pill.name)}</StatusPill>
          </div>
          <p className="num text-mut">{money(machine.price, currency)}</p>
          <p className="num text-small text-sub">
            {t('mining.cycleDone', {
              done: count(machine.runs_done),
              days: count(machine.days),
            })}
          </p>
        </div>
      </div>
      <KeyValue
        items={[
          {
            label: t('mining.perHour'),
            value: `${amount(machine.rate, { minDecimals: 4 })} BTBC`,
          },
          { label: t('mining.perDay'), value: money(machine.income, 'BTBC') },
          { label: t('mining.bought'), value: dateTime(machine.create_time) },
        ]}
      />
      {machine.ends_at !== undefined && <RunLeft endsAt={machine.ends_at} now={now} />}
      {machine.status === 0 && canStart && (
        <StartOne {...props} onStarted={() => keepFocus(heading.current)} />
      )}
    </li>
  )
}

const SHEET_GONE_MS = 400

/** The button that had the focus is gone, and so is the sheet that would hand it back. */
function keepFocus(heading: HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) heading?.focus()
  }, SHEET_GONE_MS)
}

/** One machine for one start. Asks first where the same start would run more. */
function StartOne(props: MachineCardProps & { onStarted: () => void }) {
  const { machine, moreIsIdle, startingAll, onStartAll, onBuy, onStarted } = props
  const t = useText()
  const online = useOnline()
  const start = useStart(startMachine)
  const [asking, setAsking] = useState(false)
  const startThis = () => start.run({ id: machine.id }, onStarted)
  return (
    <div className="grid gap-2">
      <Button
        variant="ghost"
        size="medium"
        busy={start.busy || startingAll}
        disabledReason={online ? undefined : t('shell.offline')}
        aria-label={t('mining.startName', { name: machine.name })}
        {...(moreIsIdle && { 'aria-haspopup': 'dialog' as const })}
        onClick={() => (moreIsIdle ? setAsking(true) : startThis())}
      >
        {t('mining.start')}
      </Button>
      {start.error && <StartRefused error={start.error} onBuy={onBuy} />}
      <Sheet open={asking} onOpenChange={setAsking} title={t('mining.aloneTitle')}>
        <div className="grid gap-4">
          <p>{t('mining.aloneBody', { name: machine.name })}</p>
          <Button
            onClick={() => {
              setAsking(false)
              onStartAll()
            }}
          >
            {t('mining.startAll')}
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              setAsking(false)
              startThis()
            }}
          >
            {t('mining.alone', { name: machine.name })}
          </Button>
        </div>
      </Sheet>
    </div>
  )
}
