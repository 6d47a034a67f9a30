import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { type Answer, newKey } from '#api/call.ts'
import { useErrorText, useSend } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import { bestLevels } from '#live/book.ts'
import { answering } from '#screens/exchange/live-market.ts'
import { LEGAL_USDT } from '#screens/exchange/markets.ts'
import {
  averageOf,
  type Fault,
  faultOf,
  type Mode,
  type Outlook,
  outlookOf,
  priceOf,
  type Side,
  plainAmount,
} from '#screens/exchange/ticket.ts'
import type { Trading } from '#screens/exchange/trading.ts'
import { useOnline } from '#shell/online.ts'

/** An order as it stood when its sheet opened: that, and nothing else, is placed. */
type Asked = {
  side: Side
  mode: Mode
  price: bigint
  amount: bigint
  outlook: Outlook
  /** Of this opening: pressing twice, or again after a lost answer, is one order. */
  clientId: string
}

const refreshes = [
  '/transaction/deal',
  '/transaction_in',
  '/transaction_out',
  '/transaction_complete',
  '/transaction_trades',
  '/user/info',
  '/wallet/list',
  '/charge_mention/log',
] as const

/** The one main button of the screen, and the sheet with what the order comes to. */
export function ReviewOrder({ trading }: { trading: Trading }) {
  const t = useText()
  const { side } = trading.ticket
  const reason = useReason(trading)
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const buy = useSend('/transaction/in', refreshes)
  const sell = useSend('/transaction/out', refreshes)
  return (
    <>
      <Button
        variant={side}
        aria-haspopup="dialog"
        disabledReason={reason}
        onClick={() => {
          const next = askedOf(trading)
          if (!next) return
          buy.reset()
          sell.reset()
          setAsked(next)
          setOpen(true)
        }}
      >
        {t(side === 'buy' ? 'exchange.reviewBuy' : 'exchange.reviewSell')}
      </Button>
      {asked && (
        <ConfirmOrder
          trading={trading}
          asked={asked}
          open={open}
          onOpenChange={setOpen}
          send={asked.side === 'buy' ? buy : sell}
        />
      )}
    </>
  )
}

type ConfirmOrderProps = {
  trading: Trading
  asked: Asked
  open: boolean
  onOpenChange: (open: boolean) => void
  send:
    | ReturnType<typeof useSend<'/transaction/in'>>
    | ReturnType<typeof useSend<'/transaction/out'>>
}

function ConfirmOrder({ trading, asked, open, onOpenChange, send }: ConfirmOrderProps) {
  const t = useText()
  const money = useMoney()
  const online = useOnline()
  const errorText = useErrorText()
  const sayPlaced = useSayPlaced()
  const { market } = trading
  const code = market.currency_name
  const isBuy = asked.side === 'buy'
  const { lines, total } = useReceipt(asked, code)
  function confirm() {
    answering.add(asked.clientId)
    send.mutate(
      { request: requestOf(asked, market.currency_id) },
      {
        onSuccess: (placed) => {
          if (isResting(placed)) answering.delete(asked.clientId)
          onOpenChange(false)
          trading.change({ amount: '' })
          notify(sayPlaced(placed, asked, code))
        },
      },
    )
  }
  const lost = asked.mode === 'market' && trading.lostAt !== undefined
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t(isBuy ? 'exchange.confirmBuy' : 'exchange.confirmSell')}
      lines={lines}
      total={total}
      action={t(isBuy ? 'exchange.buyAction' : 'exchange.sellAction', {
        amount: money(formatAmount(asked.amount), code, { minDecimals: 0 }),
      })}
      busy={send.isPending}
      error={send.error ? errorText(send.error) : undefined}
      disabledReason={online ? (lost ? t('exchange.marketWaits') : undefined) : t('shell.offline')}
      onConfirm={confirm}
    >
      {asked.mode === 'market' && (
        <p className="text-small text-mut">
          {t(isBuy ? 'exchange.collarBuy' : 'exchange.collarSell')}
        </p>
      )}
      {asked.mode === 'limit' && asked.outlook.immediate && (
        <p className="text-small text-mut">{t('exchange.atOnce')}</p>
      )}
    </Confirm>
  )
}

function useReceipt({ side, mode, price, outlook }: Asked, code: string) {
  const t = useText()
  const money = useMoney()
  const { amount } = useFormats()
  const isBuy = side === 'buy'
  const [given, received] = isBuy ? ['USDT', code] : [code, 'USDT']
  const isAbout = mode === 'market'
  const about = (text: string) => (isAbout ? t('exchange.about', { amount: text }) : text)
  const percent = amount(plainAmount(outlook.rate * 100n), { minDecimals: 2 })
  return {
    lines: [
      {
        label: t(isBuy ? 'exchange.youPay' : 'exchange.youSell'),
        value: isBuy
          ? about(money(formatAmount(outlook.pays), given))
          : money(formatAmount(outlook.pays), given, { minDecimals: 0 }),
      },
      { label: t('exchange.price'), value: about(money(formatAmount(price), 'USDT')) },
      {
        label: t('exchange.fee', { percent }),
        value: about(money(formatAmount(outlook.fee), received)),
      },
    ],
    total: {
      label: t('exchange.youGet'),
      value: about(money(formatAmount(outlook.gets), received)),
    },
  }
}

/** Why the order cannot be reviewed, in words; undefined when it can. */
function useReason(trading: Trading): string | undefined {
  const t = useText()
  const money = useMoney()
  const online = useOnline()
  const { ticket, market, rules, funds, lostAt, standing } = trading
  if (!online) return t('shell.offline')
  if (ticket.mode === 'market' && lostAt !== undefined) return t('exchange.marketWaits')
  if (!funds) return t('exchange.loading')
  const fault = faultOf(ticket, standing)
  if (fault === undefined) return undefined
  const isBuy = ticket.side === 'buy'
  const currency = isBuy ? 'USDT' : market.currency_name
  const have = money(formatAmount(isBuy ? funds.quote : funds.base), currency)
  const texts: Record<Fault, TextKey> = {
    noPrice: isBuy ? 'exchange.noBuyPrice' : 'exchange.noSellPrice',
    noAmount: isBuy ? 'exchange.noBuyAmount' : 'exchange.noSellAmount',
    tooSmall: 'exchange.tooSmall',
    notEnough:
      isBuy && ticket.mode === 'market' ? 'exchange.notEnoughMarket' : 'exchange.notEnough',
    offTick: 'exchange.offTick',
    offLot: 'exchange.offLot',
    noOffers: 'exchange.noOffers',
  }
  return t(texts[fault], {
    currency,
    have,
    minimum: money(formatAmount(rules.notionalMin), 'USDT'),
    step: plainAmount(fault === 'offTick' ? rules.tick : rules.lot),
  })
}

function askedOf(trading: Trading): Asked | undefined {
  const { ticket, best, deal } = trading
  const amount = parseAmount(ticket.amount)
  const price = expectedPrice(trading, amount ?? 0n)
  if (price === undefined || amount === undefined || !deal) return undefined
  const { side, mode } = ticket
  const fees = {
    maker: parseAmount(deal.maker_fee) ?? 0n,
    taker: parseAmount(deal.taker_fee) ?? 0n,
  }
  const outlook = outlookOf({ side, mode, price, amount }, fees, best)
  return { side, mode, price, amount, outlook, clientId: newKey() }
}

/** A limit order's own; at the market what the book on screen would come to. */
function expectedPrice({ ticket, best, book, rules }: Trading, amount: bigint): bigint | undefined {
  if (ticket.mode === 'limit' || !book) return priceOf(ticket, best)
  const side = ticket.side === 'buy' ? 'asks' : 'bids'
  const levels = bestLevels(book, side, DEPTH_LEVELS).map(({ units, quantity }) => ({
    price: units,
    quantity: parseAmount(quantity) ?? 0n,
  }))
  return averageOf(levels, amount, rules.tick)
}

const DEPTH_LEVELS = 20
const MARKET = 1
const LIMIT = 2

function requestOf({ mode, price, amount, clientId }: Asked, currencyId: number) {
  return {
    legal_id: LEGAL_USDT,
    currency_id: currencyId,
    num: formatAmount(amount),
    client_id: clientId,
    ...(mode === 'limit' ? { mode: LIMIT, price: formatAmount(price) } : { mode: MARKET }),
  } as const
}

/** What the server did with it, in a sentence. */
function useSayPlaced() {
  const t = useText()
  const money = useMoney()
  const { amount } = useFormats()
  return (placed: Answer<'/transaction/in'>, { side, amount: wanted }: Asked, code: string) => {
    const filled = parseAmount(placed.filled) ?? 0n
    const facts = {
      filled: money(placed.filled, code, { minDecimals: 0 }),
      amount: money(formatAmount(wanted), code, { minDecimals: 0 }),
      price: amount(placed.avg_price, { minDecimals: 2 }),
    }
    if (filled >= wanted) return t(side === 'buy' ? 'exchange.bought' : 'exchange.sold', facts)
    if (isResting(placed)) return t(filled > 0n ? 'exchange.partly' : 'exchange.placed', facts)
    return t(filled > 0n ? 'exchange.partlyRest' : 'exchange.notFilled', facts)
  }
}

function isResting({ status }: Answer<'/transaction/in'>): boolean {
  return status === 'open' || status === 'partial'
}
