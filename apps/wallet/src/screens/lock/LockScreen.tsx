import { listLocks } from '@btbc/contract/lock.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { CalendarDays, ReceiptText } from 'lucide-react'
import { useMemo, useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { Renewals } from '#funds/Renewals.tsx'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { EXAMPLE, growthOf, outlookOf, type Plan } from '#screens/lock/growth.ts'
import { GrowthLine } from '#screens/lock/GrowthLine.tsx'
import { LockForm } from '#screens/lock/LockForm.tsx'
import { RunningLocks } from '#screens/lock/RunningLocks.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'
import { useShownTheme } from '#theme.ts'

const SYNC_MS = 30_000

/** The lock plan: what it has paid and will pay, a new lock, and those that run. */
export function LockScreen() {
  const t = useText()
  const plan = useCall(listLocks, {}, { refetchInterval: SYNC_MS })
  return (
    <Page title={t('lock.plan')}>
      <Renewals kind="lock" />
      <Loaded query={plan} skeleton={<LockSkeleton />}>
        {(data) => <Shown plan={data} />}
      </Loaded>
      <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
        <LinkRow to={paths.calendar()} Icon={CalendarDays} label={t('calendar.title')} />
        <LinkRow
          to={paths.statement('lever', currencies.USDT.id)}
          Icon={ReceiptText}
          label={t('lock.toStatement')}
        />
      </nav>
    </Page>
  )
}

function Shown({ plan }: { plan: Plan }) {
  const [amount, setAmount] = useState('')
  return (
    <>
      <Growth plan={plan} amount={amount} />
      <LockForm plan={plan} amount={amount} onChange={setAmount} />
      <RunningLocks locks={plan.orders} now={plan.now} />
    </>
  )
}

/** The line of the running locks; while there is none, of the amount that is typed, or of 100. */
function Growth({ plan, amount }: { plan: Plan; amount: string }) {
  const t = useText()
  const theme = useShownTheme()
  const { date } = useFormats()
  const isExample = plan.orders.length === 0
  const steps = useMemo(
    () => growthOf(isExample ? [exampleOf(plan, amount)] : plan.orders),
    [isExample, plan, amount],
  )
  const ends = new Date(steps.at(-1)?.at ?? 0).toISOString()
  return (
    <section aria-labelledby="growth" className="card grid gap-4 p-4">
      <div className="grid gap-1">
        <h2 id="growth" className="text-section font-semibold">
          {t(isExample ? 'lock.example' : 'lock.growth')}
        </h2>
        <GrowthLine
          key={theme}
          steps={steps}
          now={Date.parse(plan.now)}
          sentence={useSentence(plan, { amount, ends })}
        />
        <p aria-hidden className="num flex justify-between gap-4 text-label text-sub">
          <span>{date(new Date(steps[0]?.at ?? 0).toISOString())}</span>
          <span>{date(ends)}</span>
        </p>
        {!isExample && <Legend />}
      </div>
      <Figures {...(isExample ? exampleFigures(plan, amount) : figuresOf(plan))} />
    </section>
  )
}

/** What the two kinds of line are; the sentence of the picture says it for readers. */
function Legend() {
  const t = useText()
  return (
    <p aria-hidden className="flex flex-wrap gap-x-4 text-label text-mut">
      <span className="flex items-center gap-1.5">
        <span className="h-0.5 w-4 bg-acf" />
        {t('lock.paid')}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="w-4 border-t-2 border-dashed border-ac2" />
        {t('lock.reserved')}
      </span>
    </p>
  )
}

function exampleOf(plan: Plan, typed: string) {
  const { day } = outlookOf(plan, exampleAmount(typed))
  return { day_income: formatAmount(day), days: plan.days, started_at: plan.now }
}

function exampleAmount(typed: string): string {
  return (parseAmount(typed) ?? 0n) > 0n ? typed : EXAMPLE
}

function useSentence(plan: Plan, { amount, ends }: { amount: string; ends: string }): string {
  const t = useText()
  const money = useShortMoney()
  const { date } = useFormats()
  const shown = (value: string) => money(value, 'USDT')
  if (plan.orders.length === 0) {
    const example = exampleAmount(amount)
    const { day, plan: all } = outlookOf(plan, example)
    return t('lock.exampleSentence', {
      amount: shown(example),
      day: shown(formatAmount(day)),
      plan: shown(formatAmount(all)),
      days: plan.days,
    })
  }
  return t('lock.growthSentence', {
    paid: shown(formatAmount(paidOf(plan))),
    reserved: shown(formatAmount(reservedOf(plan))),
    date: date(ends),
    day: shown(plan.next_income),
  })
}

function paidOf({ orders }: Plan): bigint {
  return orders.reduce((sum, { income }) => sum + (parseAmount(income) ?? 0n), 0n)
}

function reservedOf(plan: Plan): bigint {
  return (parseAmount(plan.plan_income) ?? 0n) - paidOf(plan)
}

type FiguresProps = { daily: string; accumulated: string; expected: string }

function figuresOf(plan: Plan): FiguresProps {
  return {
    daily: plan.next_income,
    accumulated: plan.history_income,
    expected: formatAmount(reservedOf(plan)),
  }
}

/** Those of the line above them, before its first day; what ended locks have brought stays. */
function exampleFigures(plan: Plan, amount: string): FiguresProps {
  const { day, plan: all } = outlookOf(plan, exampleAmount(amount))
  return { daily: formatAmount(day), accumulated: plan.history_income, expected: formatAmount(all) }
}

function Figures({ daily, accumulated, expected }: FiguresProps) {
  const t = useText()
  const money = useShortMoney()
  const shown = (value: string) => money(value, 'USDT')
  return (
    <KeyValue
      items={[
        { label: t('lock.daily'), value: shown(daily) },
        { label: t('lock.accumulated'), value: shown(accumulated) },
        { label: t('lock.expected'), value: shown(expected) },
      ]}
    />
  )
}

function LockSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-106" />
      <Skeleton className="h-87" />
      <Skeleton className="h-40" />
    </div>
  )
}
