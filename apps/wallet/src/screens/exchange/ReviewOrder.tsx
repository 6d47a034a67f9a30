import { newKey } from '@btbc/client/client.ts'
import { formatAmount, plainAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'

import { useReview } from '#confirming/useReview.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import { ConfirmOrder, type ReviewedOrder } from '#screens/exchange/ConfirmOrder.tsx'
import { useSum } from '#screens/exchange/shown.ts'
import { distanceOf, type Fault, faultOf } from '#screens/exchange/ticket.ts'
import type { Trading } from '#screens/exchange/trading.ts'
import { useOnline } from '#shell/online.ts'

/** The one main button of the screen, and the sheet with what the order comes to. */
export function ReviewOrder({ trading }: { trading: Trading }) {
  const t = useText()
  const { side } = trading.ticket
  const reason = useReason(trading)
  const { asked, opening, sheet, ask } = useReview<ReviewedOrder>()
  return (
    <>
      <Button
        variant={side}
        aria-haspopup="dialog"
        disabledReason={reason}
        onClick={() => {
          const next = askedOf(trading)
          if (next) ask(next)
        }}
      >
        {t(side === 'buy' ? 'exchange.reviewBuy' : 'exchange.reviewSell')}
      </Button>
      {asked && <ConfirmOrder key={opening} trading={trading} asked={asked} {...sheet} />}
    </>
  )
}

function askedOf({ ticket, standing, outlook, deal }: Trading): ReviewedOrder | undefined {
  if (!outlook || !deal) return undefined
  const far = distanceOf(ticket, standing)
  return { ticket, outlook, far, clientId: newKey() }
}

/** Why the order cannot be reviewed, in words; undefined when it can. */
function useReason(trading: Trading): string | undefined {
  const t = useText()
  const sum = useSum()
  const online = useOnline()
  const { ticket, market, rules, funds, lostAt, standing, dealFailed } = trading
  if (!online) return t('shell.offline')
  if (ticket.mode === 'market' && lostAt !== undefined) return t('exchange.marketWaits')
  if (!funds) return dealFailed?.text ?? t('exchange.loading')
  const fault = faultOf(ticket, standing)
  if (fault === undefined) return undefined
  const isBuy = ticket.side === 'buy'
  const currency = isBuy ? 'USDT' : market.currency_name
  return t(faultTexts(trading)[fault], {
    currency,
    have: sum(formatAmount(isBuy ? funds.quote : funds.base), currency),
    minimum: sum(formatAmount(rules.notionalMin), 'USDT'),
    step: plainAmount(fault === 'offTick' ? rules.tick : rules.lot),
  })
}

function faultTexts({ ticket }: Trading): Record<Fault, TextKey> {
  const isBuy = ticket.side === 'buy'
  const holdsMore = isBuy && ticket.unit === 'coins' && ticket.mode === 'market'
  return {
    noPrice: isBuy ? 'exchange.noBuyPrice' : 'exchange.noSellPrice',
    noStop: 'exchange.noStop',
    stopReached: isBuy ? 'exchange.stopAbove' : 'exchange.stopBelow',
    wouldTrade: 'exchange.wouldTrade',
    noAmount: isBuy ? 'exchange.noBuyAmount' : 'exchange.noSellAmount',
    tooSmall: 'exchange.tooSmall',
    notEnough: holdsMore ? 'exchange.notEnoughMarket' : 'exchange.notEnough',
    offTick: 'exchange.offTick',
    offLot: 'exchange.offLot',
    noOffers: 'exchange.noOffers',
  }
}
