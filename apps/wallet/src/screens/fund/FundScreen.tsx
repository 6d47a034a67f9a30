import { listFundOffers } from '@btbc/contract/fund.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { CalendarDays, LockKeyhole, ReceiptText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AwaitingFund } from '#funds/AwaitingFund.tsx'
import { BuyFund } from '#funds/BuyFund.tsx'
import { Renewals } from '#funds/Renewals.tsx'
import type { Fund } from '#funds/fund.ts'
import { FundCard } from '#screens/fund/FundCard.tsx'
import { FundRecords } from '#screens/fund/FundRecords.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

const SYNC_MS = 30_000

/** The funds on offer with what is behind them, and what the member has bought. */
export function FundScreen() {
  const t = useText()
  const funds = useCall(listFundOffers, {}, { refetchInterval: SYNC_MS })
  const [isListing, setListing] = useState(false)
  return (
    <Page title={t('fund.funds')}>
      <AwaitingFund />
      <Renewals kind="fund" />
      <Loaded query={funds} skeleton={<FundsSkeleton />}>
        {(list) => <Offered funds={list} />}
      </Loaded>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        icon={<ReceiptText size={20} aria-hidden />}
        onClick={() => setListing(true)}
      >
        {t('fund.records')}
      </Button>
      <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
        <LinkRow to={paths.calendar()} Icon={CalendarDays} label={t('calendar.title')} />
        <LinkRow to={paths.lockPlan()} Icon={LockKeyhole} label={t('lock.plan')} />
      </nav>
      <Sheet open={isListing} onOpenChange={setListing} title={t('fund.records')}>
        <FundRecords />
      </Sheet>
    </Page>
  )
}

function Offered({ funds }: { funds: readonly Fund[] }) {
  const t = useText()
  const review = useReview<Fund>()
  const [first] = funds
  if (!first) {
    return <Empty card>{t('fund.none')}</Empty>
  }
  return (
    <>
      <Cover fund={first} />
      <ul className="grid grid-cols-1 gap-3">
        {funds.map((fund) => (
          <FundCard key={fund.id} fund={fund} onBuy={() => review.ask(fund)} />
        ))}
      </ul>
      {review.asked && (
        <Sheet {...review.sheet} title={t('fund.title', { days: review.asked.day })}>
          <BuyFund key={review.opening} fund={review.asked} onClose={review.close} />
        </Sheet>
      )}
    </>
  )
}

/** What is left of the pool: the yield of whatever is bought next. */
function Cover({ fund }: { fund: Fund }) {
  const t = useText()
  const money = useShortMoney()
  const isEmpty = (parseAmount(fund.reserve_left) ?? 0n) === 0n
  return (
    <p className="flex gap-2 text-small text-mut">
      <ShieldCheck size={18} aria-hidden className="shrink-0 text-up" />
      <span className="num">
        {isEmpty
          ? t('fund.behindNone')
          : t('fund.behind', { left: money(fund.reserve_left, 'USDT') })}
      </span>
    </p>
  )
}

function FundsSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-10" />
      <Skeleton className="h-56.5" />
      <Skeleton className="h-56.5" />
      <Skeleton className="h-56.5" />
    </div>
  )
}
