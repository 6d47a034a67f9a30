import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { AmountPad } from '@btbc/ui/AmountPad.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'

import { useFormats } from '#i18n/numbers.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import { precisionOf } from '#screens/exchange/markets.ts'
import { middleOf, priceOf, shareOf, totalOf, plainAmount } from '#screens/exchange/ticket.ts'
import type { Trading } from '#screens/exchange/trading.ts'

type PadSheetProps = {
  trading: Trading
  field: 'price' | 'amount'
  open: boolean
  onOpenChange: (open: boolean) => void
}

const PERCENTS = [25, 50, 75, 100] as const

/** The keypad over the ticket: the price with what the book offers, the amount in shares. */
export function PadSheet({ trading, field, open, onOpenChange }: PadSheetProps) {
  const t = useText()
  const { ticket, change, market } = trading
  const precision = precisionOf(market)
  const isPrice = field === 'price'
  const unit = isPrice ? 'USDT' : market.currency_name
  const label = t(isPrice ? 'exchange.price' : 'exchange.amount')
  const close = () => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={label}>
      <div className="grid gap-3">
        <AmountPad
          key={field}
          label={label}
          value={ticket[field]}
          onChange={(value) => change(isPrice ? { price: value } : { amount: value })}
          unit={unit}
          decimals={isPrice ? precision.price : precision.quantity}
          chips={isPrice ? priceChips(trading, t) : amountChips(trading)}
          note={<TotalNote trading={trading} />}
          onEnter={close}
        />
        <Button onClick={close}>{t('exchange.done')}</Button>
      </div>
    </Sheet>
  )
}

type Say = (key: TextKey, values?: Record<string, number>) => string

function priceChips({ best, rules }: Trading, t: Say) {
  const middle = middleOf(best, rules.tick)
  return [
    { label: t('exchange.bid'), units: best.bid },
    { label: t('exchange.mid'), units: middle },
    { label: t('exchange.ask'), units: best.ask },
  ].flatMap(({ label, units }) =>
    units === undefined ? [] : [{ label, value: plainAmount(units) }],
  )
}

function amountChips({ ticket, standing }: Trading) {
  return PERCENTS.map((percent) => ({
    label: `${percent} %`,
    value: plainAmount(shareOf(ticket, percent, standing)),
  }))
}

function TotalNote({ trading }: { trading: Trading }) {
  const t = useText()
  const { amount } = useFormats()
  const price = priceOf(trading.ticket, trading.best)
  const wanted = parseAmount(trading.ticket.amount) ?? 0n
  const total = formatAmount(price === undefined ? 0n : totalOf(price, wanted))
  return (
    <span className="num">
      {t('exchange.total')} {amount(total, { decimals: 2, minDecimals: 2 })} USDT
    </span>
  )
}
