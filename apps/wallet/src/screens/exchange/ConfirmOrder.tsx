import { placeBuy, placeSell } from '@btbc/contract/exchange.ts'
import { formatAmount, parseAmount, plainAmount } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { tellSentBefore, useErrorText, useSend } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import { answering } from '#markets/live-market.ts'
import { LEGAL_USDT, type Market } from '#markets/markets.ts'
import type { Outlook } from '#screens/exchange/outlook.ts'
import { isResting, useSayPlaced } from '#screens/exchange/placed.ts'
import { usePrice, useSum } from '#screens/exchange/shown.ts'
import { termsTexts } from '#screens/exchange/TermsField.tsx'
import {
  type Distance,
  hasLimit,
  isSpending,
  isStop,
  type Ticket,
} from '#screens/exchange/ticket.ts'
import type { Trading } from '#screens/exchange/trading.ts'
import { useOnline } from '#shell/online.ts'

/** An order as it stood when its sheet opened: that, and nothing else, is placed. */
export type ReviewedOrder = {
  ticket: Ticket
  outlook: Outlook
  far: Distance | undefined
  /** Of this opening: pressing twice, or again after a lost answer, is one order. */
  clientId: string
}

type ConfirmOrderProps = {
  trading: Trading
  asked: ReviewedOrder
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What the order comes to in the book as it was shown, what is odd about it, and the button. */
export function ConfirmOrder({ trading, asked, open, onOpenChange }: ConfirmOrderProps) {
  const t = useText()
  const sum = useSum()
  const online = useOnline()
  const errorText = useErrorText()
  const sayPlaced = useSayPlaced()
  const { market } = trading
  const { ticket } = asked
  const isBuy = ticket.side === 'buy'
  const send = useSend(isBuy ? placeBuy : placeSell, { quiet: true })
  const { lines, total } = useReceipt(asked, market)
  async function confirm() {
    const { clientId } = asked
    answering.add(clientId)
    const answer = await send
      .mutateAsync(
        { request: requestOf(asked, market.currency_id), own: { client_id: clientId } },
        {
          onSuccess: (placed, _asked, sentAt) => {
            onOpenChange(false)
            trading.change({ amount: '' })
            notify(sayPlaced(placed, ticket, market))
            tellSentBefore(sentAt)
          },
        },
      )
      .catch(() => undefined)
    // What is still to come of it is told when it comes, also of one that was not answered.
    if (!answer || isResting(answer)) answering.delete(clientId)
  }
  const lost = ticket.mode === 'market' && trading.lostAt !== undefined
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t(isBuy ? 'exchange.confirmBuy' : 'exchange.confirmSell')}
      lines={lines}
      total={total}
      action={t(isBuy ? 'exchange.buyAction' : 'exchange.sellAction', {
        amount: isSpending(ticket)
          ? market.currency_name
          : sum(ticket.amount, market.currency_name),
      })}
      danger={asked.far?.isLoss ?? false}
      busy={send.isPending}
      error={send.error ? errorText(send.error) : undefined}
      disabledReason={online ? (lost ? t('exchange.marketWaits') : undefined) : t('shell.offline')}
      onConfirm={() => void confirm()}
    >
      <FarBanner asked={asked} market={market} />
      <Explained asked={asked} />
    </Confirm>
  )
}

/** Loud where the price is one that nobody would want. */
function FarBanner({ asked: { ticket, far }, market }: { asked: ReviewedOrder; market: Market }) {
  const t = useText()
  const price = usePrice()
  const { count } = useFormats()
  if (!far) return null
  const loss: TextKey = ticket.side === 'buy' ? 'exchange.farBuy' : 'exchange.farSell'
  return (
    <Banner tone={far.isLoss ? 'bad' : 'warn'}>
      <strong className="font-semibold">
        {t(far.isAbove ? 'exchange.farAbove' : 'exchange.farBelow', {
          percent: count(Number(far.percent)),
        })}
      </strong>{' '}
      {t(far.isLoss ? loss : 'exchange.farRest', {
        price: price(ticket.price, market.currency_id),
        market: price(formatAmount(far.market), market.currency_id),
      })}
    </Banner>
  )
}

/** In a sentence what this kind of order does. */
function Explained({ asked: { ticket, outlook } }: { asked: ReviewedOrder }) {
  const t = useText()
  const isBuy = ticket.side === 'buy'
  const texts: TextKey[] = []
  if (ticket.mode === 'market') {
    texts.push(isBuy ? 'exchange.collarBuy' : 'exchange.collarSell')
    if (isBuy && !isSpending(ticket)) texts.push('exchange.collarHeld')
  } else if (isStop(ticket)) {
    texts.push(ticket.mode === 'stop_limit' ? 'exchange.stopThenLimit' : 'exchange.stopThenMarket')
  } else if (ticket.terms === 'fok') {
    texts.push(outlook.rest > 0n ? 'exchange.fokNotNow' : 'exchange.atOnceAll')
  } else if (ticket.terms === 'ioc') texts.push('exchange.atOnceRest')
  else if (outlook.isAbout) texts.push('exchange.atOnce')
  if (texts.length === 0) return null
  return <p className="text-small text-mut">{texts.map((text) => t(text)).join(' ')}</p>
}

function useReceipt({ ticket, outlook }: ReviewedOrder, market: Market) {
  const t = useText()
  const sum = useSum()
  const price = usePrice()
  const { amount } = useFormats()
  const code = market.currency_name
  const isBuy = ticket.side === 'buy'
  const [given, received] = isBuy ? ['USDT', code] : [code, 'USDT']
  const about = (text: string) =>
    outlook.isAbout && !text.startsWith('<') ? t('exchange.about', { amount: text }) : text
  const priced = (units: string) => `${price(units, market.currency_id)}\u00a0USDT`
  const { now, rest, average } = outlook
  const line = (isShown: boolean, label: string, value: () => string) =>
    isShown ? [{ label, value: value() }] : []
  return {
    lines: [
      ...line(hasLimit(ticket) && ticket.terms !== 'gtc', t('exchange.terms'), () =>
        t(termsTexts[ticket.terms]),
      ),
      ...line(isStop(ticket), t('exchange.stopPrice'), () => priced(ticket.stop)),
      {
        label: t(isBuy ? 'exchange.youPay' : 'exchange.youSell'),
        // A seller gives what was typed, unless the rest of it goes back.
        value: (isBuy ? about : String)(sum(formatAmount(outlook.pays), given)),
      },
      ...line(hasLimit(ticket), t('exchange.limitPrice'), () => priced(ticket.price)),
      ...line(average !== undefined, t('exchange.averagePrice'), () =>
        about(priced(formatAmount(average ?? 0n))),
      ),
      ...line(hasLimit(ticket) && now.amount > 0n && rest > 0n, t('exchange.tradesNow'), () =>
        about(sum(formatAmount(now.amount), code)),
      ),
      ...line(!isStop(ticket) && outlook.isAbout && rest > 0n, restLabel(t, outlook), () =>
        about(sum(formatAmount(rest), code)),
      ),
      {
        label: t('exchange.fee', {
          percent: amount(plainAmount(outlook.rate * 100n), { minDecimals: 2 }),
        }),
        value: about(sum(formatAmount(outlook.fee), received)),
      },
      ...line(isBuy && outlook.held > outlook.pays, t('exchange.held'), () =>
        sum(formatAmount(outlook.held), given),
      ),
    ],
    total: { label: t('exchange.youGet'), value: about(sum(formatAmount(outlook.gets), received)) },
  }
}

function restLabel(t: (key: TextKey) => string, { restEnds }: Outlook): string {
  return t(restEnds === 'waits' ? 'exchange.restWaits' : 'exchange.restCancelled')
}

const MARKET = 1
const LIMIT = 2

function requestOf({ ticket }: ReviewedOrder, currencyId: number) {
  const exact = (text: string) => formatAmount(parseAmount(text) ?? 0n)
  const isPriced = hasLimit(ticket)
  return {
    legal_id: LEGAL_USDT,
    currency_id: currencyId,
    mode: isPriced ? LIMIT : MARKET,
    ...(isSpending(ticket) ? { spend: exact(ticket.amount) } : { num: exact(ticket.amount) }),
    ...(isPriced && { price: exact(ticket.price) }),
    ...(isPriced && ticket.terms !== 'gtc' && { terms: ticket.terms }),
    ...(isStop(ticket) && { stop_price: exact(ticket.stop) }),
  }
}
