import { formatAmount, plainAmount } from '@btbc/money/amount.ts'
import { AmountPad } from '@btbc/ui/AmountPad.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'

import { useText, type TextKey } from '#i18n/text.ts'
import { precisionOf } from '#markets/markets.ts'
import { useSum } from '#screens/exchange/shown.ts'
import { isSpending, middleOf, shareOf } from '#screens/exchange/ticket.ts'
import type { Trading } from '#screens/exchange/trading.ts'

export type PadField = 'price' | 'stop' | 'amount'

type PadSheetProps = {
  trading: Trading
  field: PadField
  open: boolean
  onOpenChange: (open: boolean) => void
}

const PERCENTS = [25, 50, 75, 100] as const
const MONEY_DECIMALS = 2

/** The keypad over the ticket: prices with what the book offers, the amount in shares. */
export function PadSheet({ trading, field, open, onOpenChange }: PadSheetProps) {
  const t = useText()
  const { ticket, change, market } = trading
  const precision = precisionOf(market)
  const isAmount = field === 'amount'
  const isMoney = isAmount && isSpending(ticket)
  const quantity = isMoney ? MONEY_DECIMALS : precision.quantity
  const label = t(isMoney ? 'exchange.spend' : labels[field])
  const close = () => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={label}>
      <div className="grid gap-3">
        <AmountPad
          key={field}
          label={label}
          isTitled
          value={ticket[field]}
          onChange={(value) => change({ [field]: value })}
          unit={isAmount && !isMoney ? market.currency_name : 'USDT'}
          decimals={isAmount ? quantity : precision.price}
          chips={isAmount ? amountChips(trading, t) : priceChips(trading, t)}
          note={<TotalNote trading={trading} />}
          onEnter={close}
        />
        <Button onClick={close}>{t('exchange.done')}</Button>
      </div>
    </Sheet>
  )
}

const labels: Record<PadField, TextKey> = {
  price: 'exchange.price',
  stop: 'exchange.stopPrice',
  amount: 'exchange.amount',
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

function amountChips({ ticket, standing }: Trading, t: Say) {
  return PERCENTS.map((percent) => ({
    label: t('shell.percent', { percent }),
    value: plainAmount(shareOf(ticket, percent, standing)),
  }))
}

function TotalNote({ trading: { outlook } }: { trading: Trading }) {
  const t = useText()
  const sum = useSum()
  return (
    <span className="num">
      {t(outlook?.isAbout ? 'exchange.totalAbout' : 'exchange.total')}{' '}
      {sum(formatAmount(outlook?.total ?? 0n), 'USDT')}
    </span>
  )
}
