import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'

import { useReview } from '#confirming/useReview.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { ExitLock } from '#screens/lock/ExitLock.tsx'
import type { Lock } from '#screens/lock/growth.ts'
import { Section } from '#shell/Section.tsx'

type RunningLocksProps = {
  locks: readonly Lock[]
  /** The server's time. */
  now: string
}

/** Each lock that runs: its number, what it brings a day, what it has paid and will, how long it still runs. */
export function RunningLocks({ locks, now }: RunningLocksProps) {
  const t = useText()
  const exit = useReview<Lock>()
  return (
    <Section title={t('lock.running')}>
      {locks.length === 0 ? (
        <Empty card>{t('lock.none')}</Empty>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {locks.map((lock) => (
            <LockCard key={lock.id} lock={lock} now={now} onExit={() => exit.ask(lock)} />
          ))}
        </ul>
      )}
      {exit.asked && <ExitLock key={exit.opening} lock={exit.asked} {...exit.sheet} />}
    </Section>
  )
}

function LockCard({ lock, now, onExit }: { lock: Lock; now: string; onExit: () => void }) {
  const t = useText()
  const money = useShortMoney()
  const { dateTime } = useFormats()
  const isEarly = Date.parse(now) < Date.parse(lock.exit_from)
  const usdt = (value: string) => money(value, 'USDT')
  const toCome = formatAmount(
    (parseAmount(lock.plan_income) ?? 0n) - (parseAmount(lock.income) ?? 0n),
  )
  return (
    <li className="card grid min-w-0 grid-cols-1 gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-small text-mut">{t('lock.number', { id: lock.id })}</h3>
        <p className="num text-section font-semibold">{usdt(lock.amount)}</p>
      </div>
      <Progress lock={lock} />
      <KeyValue
        items={[
          { label: t('lock.daily'), value: usdt(lock.day_income) },
          { label: t('lock.paidSoFar'), value: usdt(lock.income) },
          { label: t('lock.expected'), value: usdt(toCome) },
        ]}
      />
      {isEarly ? (
        <p className="text-small text-sub">
          {t('lock.exitFrom', { time: dateTime(firstMinute(lock.exit_from)) })}
        </p>
      ) : (
        <Button
          variant="ghost"
          size="medium"
          aria-haspopup="dialog"
          aria-label={`${t('lock.endEarly')}: ${t('lock.number', { id: lock.id })}`}
          onClick={onExit}
        >
          {t('lock.endEarly')}
        </Button>
      )}
    </li>
  )
}

const MINUTE_MS = 60_000

/** In which it is allowed: the one that this moment lies in begins before it. */
function firstMinute(from: string): string {
  return new Date(Math.ceil(Date.parse(from) / MINUTE_MS) * MINUTE_MS).toISOString()
}

const HOUR_S = 3600

/** How many of its days are paid, and how long it still runs. */
function Progress({ lock }: { lock: Lock }) {
  const t = useText()
  const { count } = useFormats()
  const hours = Math.ceil(lock.time_left / HOUR_S)
  const done = t('lock.daysDone', { done: count(lock.days_paid), days: count(lock.days) })
  return (
    <div className="grid gap-1.5">
      <svg role="img" aria-label={done} className="h-1.5 w-full overflow-hidden rounded-chip bg-s3">
        <rect
          width={`${(lock.days_paid * 100) / lock.days}%`}
          height="100%"
          rx="3"
          className="fill-ac"
        />
      </svg>
      <p className="num flex flex-wrap justify-between gap-x-4 text-small text-mut">
        <span>{done}</span>
        <span>
          {t('lock.timeLeft')}{' '}
          {t('lock.left', { days: count(Math.floor(hours / 24)), hours: count(hours % 24) })}
        </span>
      </p>
    </div>
  )
}
