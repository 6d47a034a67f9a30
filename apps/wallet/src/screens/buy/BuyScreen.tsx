import { CallRefused } from '@btbc/client/client.ts'
import { readProfile } from '@btbc/contract/account.ts'
import { SELLERS_COUNTED_MAX } from '@btbc/contract/deal-rules.ts'
import { quoteDeal } from '@btbc/contract/deal.ts'
import type { PayWay } from '@btbc/contract/payee.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatTile } from '@btbc/ui/StatTile.tsx'
import { useSettled } from '@btbc/ui/useSettled.ts'
import { useWords } from '@btbc/ui/words.ts'
import { Handshake, ReceiptText } from 'lucide-react'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall, useErrorText } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { cutPrice, useFiat } from '#deals/fiat.ts'
import { DealRecord } from '#deals/DealRecord.tsx'
import { Misuse } from '#deals/Misuse.tsx'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AmountField } from '#payments/AmountField.tsx'
import { isWithin } from '#payments/limits.ts'
import { ConfirmBuy, type Bought, type Quote } from '#screens/buy/ConfirmBuy.tsx'
import { WayChips } from '#screens/buy/WayChips.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

const QUICK = ['1000', '5000', '10000', '20000', '50000']
const CENTS = 2
/** A quote holds for 60 s; the next one is here before that. */
const ASK_AGAIN_MS = 45_000

/** Buying USDT from a seller: price, amount, way, what arrives; then a seller is asked for. */
export function BuyScreen() {
  const t = useText()
  const quote = useCall(quoteDeal, {}, { refetchInterval: ASK_AGAIN_MS })
  const isNobody = quote.error instanceof CallRefused && quote.error.code === 'no_seller'
  return (
    <Page title={t('buy.title')}>
      {isNobody ? (
        <Empty
          card
          action={
            <Button variant="ghost" busy={quote.isFetching} onClick={() => void quote.refetch()}>
              {t('shell.retry')}
            </Button>
          }
        >
          {t('buy.nobody')}
        </Empty>
      ) : (
        <Loaded query={quote} skeleton={<Skeleton className="h-142" />}>
          {(best) => <BuyForm best={best} />}
        </Loaded>
      )}
      <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
        <LinkRow to={paths.deals()} Icon={ReceiptText} label={t('buy.deals')} />
        <LinkRow to={paths.seller()} Icon={Handshake} label={t('buy.selling')} />
      </nav>
    </Page>
  )
}

function BuyForm({ best }: { best: Quote }) {
  const t = useText()
  const { locale } = useWords()
  /** '50K', '5万' on a chip; what it sets is the whole number. */
  const short = new Intl.NumberFormat(`${locale}-u-nu-latn`, { notation: 'compact' })
  const fiat = useFiat()
  const [amount, setAmount] = useState('')
  const [way, setWay] = useState<PayWay>()
  const review = useReview<Bought>()
  const { quote, error, isAsking } = useExact(best, { amount, way })
  const fault = useFault(best, { amount, way })
  const [refused, setRefused] = useState<string>()
  const limits = t('buy.limits', { min: fiat(best.least), max: fiat(best.most) })
  return (
    <>
      <Figures quote={quote ?? best} count={best.count} />
      <Misuse misuse={best.misuse} />
      <section aria-label={t('buy.title')} className="card grid grid-cols-1 gap-4 p-4">
        <AmountField
          label={t('buy.amount')}
          value={amount}
          onChange={(next) => {
            setRefused(undefined)
            setAmount(next)
          }}
          unit={best.fiat}
          decimals={CENTS}
          chips={quickOf(best).map((value) => ({ label: short.format(Number(value)), value }))}
          note={<span className="num">{limits}</span>}
        />
        <WayChips value={way} onChange={setWay} />
        <Arrives quote={quote} isAsking={isAsking} error={error} />
        {refused !== undefined && <Banner tone="warn">{refused}</Banner>}
        <Button
          aria-haspopup="dialog"
          busy={isAsking}
          disabledReason={fault ?? error}
          onClick={() => {
            setRefused(undefined)
            if (quote && way) review.ask({ amount, way, quote })
          }}
        >
          {t('buy.buy')}
        </Button>
      </section>
      {review.asked && (
        <ConfirmBuy
          key={review.opening}
          bought={review.asked}
          {...review.sheet}
          onRefused={(text) => {
            review.close()
            setRefused(text)
          }}
        />
      )}
    </>
  )
}

/** Those that one deal may be; all of them while none is. */
function quickOf(best: Quote): readonly string[] {
  const within = QUICK.filter((value) => canBe(best, value))
  return within.length > 0 ? within : QUICK
}

type Choice = { amount: string; way: PayWay | undefined }

function canBe({ least, most }: Quote, amount: string): boolean {
  return isWithin(amount, { min: least, max: most })
}

/** The quote for just this amount and way; asked for when the typing has stopped. */
function useExact(best: Quote, { amount, way }: Choice) {
  const errorText = useErrorText()
  const acc = useSettled(amount)
  const enabled = way !== undefined && canBe(best, acc)
  const exact = useCall(
    quoteDeal,
    { acc, ...(way && { pay_way: way }) },
    { enabled, refetchInterval: ASK_AGAIN_MS },
  )
  const isSettled = acc === amount
  return {
    quote: enabled && isSettled && !exact.error ? exact.data : undefined,
    error: enabled && isSettled && exact.error ? errorText(exact.error) : undefined,
    isAsking: way !== undefined && canBe(best, amount) && (!isSettled || exact.isLoading),
  }
}

function useFault(best: Quote, { amount, way }: Choice): string | undefined {
  const t = useText()
  const fiat = useFiat()
  const { dateTime } = useFormats()
  const { until } = best.misuse
  const isFrozen = useCall(readProfile).data?.frozen === true
  if (isFrozen) return t('home.frozen')
  if (until !== null) return t('deal.stopped', { until: dateTime(until) })
  if (amount === '') return t('transfer.enterAmount')
  if (!canBe(best, amount)) return t('buy.outside', { min: fiat(best.least), max: fiat(best.most) })
  return way === undefined ? t('buy.chooseWay') : undefined
}

/** What 1 USDT costs, and who sells now. */
function Figures({ quote, count }: { quote: Quote; count: number }) {
  const t = useText()
  const formats = useFormats()
  const cut = cutPrice(quote.rate)
  const isCut = parseAmount(cut) !== parseAmount(quote.rate)
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        <StatTile
          label={t('buy.price')}
          value={
            <span title={quote.rate}>
              {formats.amount(cut, { minDecimals: 2 })}
              <span className="text-small font-normal text-mut">{` ${quote.fiat}`}</span>
            </span>
          }
          note={isCut ? t('buy.priceWhole', { price: formats.amount(quote.rate) }) : undefined}
        />
        <StatTile
          label={t('buy.sellers')}
          value={`${formats.count(count)}${count < SELLERS_COUNTED_MAX ? '' : '+'}`}
          note={t('buy.sellersNow')}
        />
      </div>
      <Arrival quote={quote} />
      <p className="text-small text-sub">
        {t('buy.reference', { price: formats.amount(quote.reference, { minDecimals: 2 }) })}
      </p>
    </>
  )
}

/** What came of the counted deals of all sellers; nothing before there are enough of them. */
function Arrival({ quote: { arrival_rate: percent, release_minutes: minutes } }: { quote: Quote }) {
  const t = useText()
  if (percent === undefined) return null
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
      <StatTile
        label={t('buy.arrival')}
        value={t('shell.percent', { percent })}
        note={t('buy.arrivalNote')}
      />
      {minutes !== undefined && (
        <StatTile
          label={t('buy.release')}
          value={t('buy.minutes', { minutes })}
          note={t('buy.releaseNote')}
        />
      )}
    </div>
  )
}

type ArrivesProps = {
  quote: Quote | undefined
  isAsking: boolean
  error: string | undefined
}

/** What arrives for the amount, at the offer that would be matched. */
function Arrives({ quote, isAsking, error }: ArrivesProps) {
  const t = useText()
  const money = useShortMoney()
  return (
    <div role="status" className="flex min-h-14 flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-mut">{t('buy.arrives')}</span>
      <span className="num ml-auto text-title font-semibold">
        {quote?.number ? money(quote.number, 'USDT') : '–'}
      </span>
      {quote && (
        <span className="w-full text-right text-small text-sub">
          {t(quote.is_simulated ? 'buy.fromSimulated' : 'buy.from', { seller: quote.seller_name })}
          {' · '}
          <DealRecord record={quote.seller} />
        </span>
      )}
      {!quote && !isAsking && error === undefined && (
        <span className="w-full text-right text-small text-sub">{t('buy.arrivesWhen')}</span>
      )}
    </div>
  )
}
