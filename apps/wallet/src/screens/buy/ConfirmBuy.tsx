import { openDeal, type quoteDeal } from '@btbc/contract/deal.ts'
import type { PayWay } from '@btbc/contract/payee.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { reload, tellSentBefore, useErrorText, useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useFiat, useFiatPrice } from '#deals/fiat.ts'
import { DealRecord } from '#deals/DealRecord.tsx'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { wayTexts } from '#payees/ways.ts'

export type Quote = Answer<typeof quoteDeal>
/** As it was shown when the sheet opened. */
export type Bought = { amount: string; way: PayWay; quote: Quote }

type ConfirmBuyProps = {
  bought: Bought
  open: boolean
  onOpenChange: (open: boolean) => void
  onRefused: (text: string) => void
}

/** Cost before consent; then the seconds in which one may still think better of it; then the deal. */
export function ConfirmBuy({ bought, open, onOpenChange, onRefused }: ConfirmBuyProps) {
  const t = useText()
  const money = useMoney()
  const fiat = useFiat()
  const price = useFiatPrice()
  const { amount, way, quote } = bought
  const deal = useDeal(bought, onRefused)
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('buy.title')}
      send={{ isPending: deal.isUnderWay, isSuccess: false, error: null }}
      lines={[
        { label: t('buy.youPay'), value: fiat(amount) },
        { label: t('buy.way'), value: t(wayTexts[way]) },
        { label: t('buy.price'), value: price(quote.rate) },
      ]}
      total={{ label: t('buy.arrives'), value: money(quote.number ?? '0', 'USDT') }}
      action={t('buy.request')}
      onConfirm={deal.begin}
      done={null}
    >
      {deal.phase === undefined ? (
        <Before quote={quote} />
      ) : (
        <Matching phase={deal.phase} onCancel={deal.cancel} isSent={deal.isSent} />
      )}
    </MoneySheet>
  )
}

function Before({ quote }: { quote: Quote }) {
  const t = useText()
  return (
    <div className="grid gap-2 text-small text-mut">
      <p>{t('buy.before', { seller: quote.seller_name })}</p>
      <p>
        <DealRecord record={quote.seller} />
      </p>
      <Lines lines={quote.seller.lines} />
      {quote.is_simulated && <p>{t('deal.simulated')}</p>}
      {quote.terms !== '' && (
        <p className="wrap-anywhere whitespace-pre-line">
          {t('deal.termsOf', { terms: quote.terms })}
        </p>
      )}
    </div>
  )
}

/** The newest words about the seller. */
function Lines({ lines }: { lines: Quote['seller']['lines'] }) {
  const t = useText()
  if (lines.length === 0) return null
  return (
    <ul aria-label={t('deal.said')} className="grid gap-1">
      {lines.map(({ up, text, at }) => (
        <li key={at} className="wrap-anywhere">
          {`${t(up ? 'deal.up' : 'deal.down')}: ${text}`}
        </li>
      ))}
    </ul>
  )
}

type Phase = 'requesting' | 'opening'
const REQUESTING_MS = 3000
const OPENING_MS = 1500

type MatchingProps = { phase: Phase; onCancel: () => void; isSent: boolean }

/** What is done in the meantime, in words: until it is sent nothing is bought. */
function Matching({ phase, onCancel, isSent }: MatchingProps) {
  const t = useText()
  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold">
        {t(phase === 'requesting' ? 'buy.requesting' : 'buy.opening')}
      </p>
      <span aria-hidden className="h-1.5 overflow-hidden rounded-chip bg-s3">
        <span
          className={`block h-full rounded-chip bg-acf transition-[width] duration-1000 ${phase === 'requesting' ? 'w-1/2' : 'w-full'}`}
        />
      </span>
      <p className="text-small text-mut">{t('buy.notYet')}</p>
      {!isSent && (
        <Button variant="ghost" size="medium" onClick={onCancel}>
          {t('buy.cancel')}
        </Button>
      )}
    </div>
  )
}

/** Three seconds and one and a half, each of which can be called off; then the one call. */
function useDeal({ amount, way, quote }: Bought, onRefused: (text: string) => void) {
  const navigate = useNavigate()
  const errorText = useErrorText()
  const open = useSend(openDeal, { quiet: true })
  const [phase, setPhase] = useState<Phase>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = () =>
    open.mutate(
      { request: { acc: amount, pay_way: way }, own: { rate: quote.rate } },
      {
        onSuccess: (id, _asked, sentAt) => {
          tellSentBefore(sentAt)
          void navigate({ href: paths.deal(id), replace: true })
        },
        onError: (error) => {
          setPhase(undefined)
          reload('offers')
          onRefused(errorText(error))
        },
      },
    )

  function begin() {
    setPhase('requesting')
    timer.current = setTimeout(() => {
      setPhase('opening')
      timer.current = setTimeout(send, OPENING_MS)
    }, REQUESTING_MS)
  }

  function cancel() {
    clearTimeout(timer.current)
    setPhase(undefined)
  }

  return { phase, begin, cancel, isUnderWay: phase !== undefined, isSent: open.isPending }
}
