import { readArticle } from '@btbc/contract/news.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { LinesSkeleton } from '#content/LinesSkeleton.tsx'
import { RichText } from '#content/RichText.tsx'
import { AwaitingFund } from '#funds/AwaitingFund.tsx'
import { BuyFund } from '#funds/BuyFund.tsx'
import { type Fund, yieldOf } from '#funds/fund.ts'
import { Renewals } from '#funds/Renewals.tsx'
import { useClosed } from '#funds/useClosed.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { OpensIn } from '#screens/machines/OpensIn.tsx'

/** What Start says, by the status of the newest purchase: there is nothing else to start. */
const alerts = {
  none: 'fund.rechargeFirst',
  0: 'fund.alreadyRunning',
  1: 'fund.hasEnded',
  2: 'fund.completePayment',
} as const

type MinerFundProps = {
  fund: Fund
  description: 'funds' | 'miner-funds'
}

/** One miner fund: what it is, from when it can be bought, and what runs of it. */
export function MinerFund({ fund, description }: MinerFundProps) {
  const t = useText()
  const money = useShortMoney()
  const review = useReview<Fund>()
  const article = useCall(readArticle, { slug: description })
  const atEnd = (parseAmount(fund.min) ?? 0n) + yieldOf(fund, fund.min).yield
  return (
    <>
      <AwaitingFund />
      <Renewals kind="fund" />
      <section aria-labelledby="miner-fund" className="card grid min-w-0 grid-cols-1 gap-4 p-4">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          <h2 id="miner-fund" className="text-section font-semibold">
            {t('fund.title', { days: fund.day })}
          </h2>
          <p className="num text-amount font-semibold text-ac">
            {t('shell.percent', { percent: fund.rate })}
          </p>
        </div>
        <OpensIn fund={fund} />
        <KeyValue
          items={[
            { label: t('fund.minimum'), value: money(fund.min, 'USDT') },
            {
              label: t('fund.example', { amount: money(fund.min, 'USDT') }),
              value: money(formatAmount(atEnd), 'USDT'),
            },
          ]}
        />
        <Start fund={fund} />
        <Button
          variant="ghost"
          aria-haspopup="dialog"
          disabledReason={useClosed(fund)}
          onClick={() => review.ask(fund)}
        >
          {t('fund.recharge')}
        </Button>
      </section>
      <section className="card p-4">
        <Loaded query={article} skeleton={<LinesSkeleton />}>
          {({ title, content }) => (
            <div className="grid gap-3">
              <h2 className="text-section font-semibold">{title}</h2>
              <RichText html={content} />
            </div>
          )}
        </Loaded>
      </section>
      {review.asked && (
        <Sheet {...review.sheet} title={t('fund.title', { days: review.asked.day })}>
          <BuyFund key={review.opening} fund={review.asked} onClose={review.close} />
        </Sheet>
      )}
    </>
  )
}

function Start({ fund }: { fund: Fund }) {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  const closed = useClosed(fund)
  return (
    <>
      <Button
        disabledReason={fund.enable && fund.is_open ? undefined : closed}

        onClick={() => setAsked(true)}
      >
        {t('fund.start')}
      </Button>
      {isAsked && <Banner tone="warn">{t(alerts[fund.status ?? 'none'])}</Banner>}
    </>
  )
}
