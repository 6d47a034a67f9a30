import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { clsx } from 'clsx'
import { useState, type CSSProperties } from 'react'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { PadSheet } from '#screens/exchange/PadSheet.tsx'
import { RadioRow } from '#screens/exchange/RadioRow.tsx'
import type { Trading } from '#screens/exchange/trading.ts'
import { percentOf, priceOf, shareOf, totalOf, plainAmount } from '#screens/exchange/ticket.ts'

const PERCENTS = [25, 50, 75, 100] as const

type TicketFormProps = { trading: Trading }

/** Everything that is changed before an order is reviewed, under one thumb. */
export function TicketForm({ trading }: TicketFormProps) {
  const t = useText()
  const { ticket, change, market } = trading
  const [pad, setPad] = useState<'price' | 'amount'>()
  const [padOpen, setPadOpen] = useState(false)
  const open = (field: 'price' | 'amount') => () => {
    setPad(field)
    setPadOpen(true)
  }
  return (
    <div className="grid min-w-0 content-start gap-2 [grid-area:ticket]">
      <RadioRow
        legend={t('exchange.side')}
        options={[
          { value: 'buy', label: t('exchange.buy'), className: buyClass },
          { value: 'sell', label: t('exchange.sell'), className: sellClass },
        ]}
        value={ticket.side}
        onChange={(side) => change({ side })}
        className="grid grid-cols-2 gap-1 rounded-control bg-s2 p-1"
      />
      <RadioRow
        legend={t('exchange.type')}
        options={[
          { value: 'limit', label: t('exchange.limit'), className: modeClass },
          { value: 'market', label: t('exchange.market'), className: modeClass },
        ]}
        value={ticket.mode}
        onChange={(mode) => change({ mode })}
        className="flex gap-5"
      />
      {ticket.mode === 'limit' ? (
        <Field
          label={t('exchange.price')}
          value={ticket.price}
          unit="USDT"
          onOpen={open('price')}
        />
      ) : (
        <BestPrice trading={trading} />
      )}
      <Field
        label={t('exchange.amount')}
        value={ticket.amount}
        unit={market.currency_name}
        onOpen={open('amount')}
      />
      <Share trading={trading} />
      <Sums trading={trading} />
      {pad !== undefined && (
        <PadSheet trading={trading} field={pad} open={padOpen} onOpenChange={setPadOpen} />
      )}
    </div>
  )
}

const sideClass = 'rounded-[0.625rem] px-1 text-center font-semibold'
const buyClass = clsx(sideClass, 'has-checked:bg-upf has-checked:text-onup')
const sellClass = clsx(sideClass, 'has-checked:bg-dnf has-checked:text-ondn')
const modeClass = 'text-mut has-checked:text-tx'

type FieldProps = { label: string; value: string; unit: string; onOpen: () => void }

/** Opens the pad, where the real input is. */
function Field({ label, value, unit, onOpen }: FieldProps) {
  const { amount } = useFormats()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="press flex min-h-14 w-full flex-wrap items-center justify-between gap-x-2 rounded-control border border-ctl bg-s2 px-3"
    >
      <span className="text-label text-mut">{label}</span>
      <span className="num ml-auto text-section">
        {value === '' ? '0' : amount(value, {})} <span className="text-label text-mut">{unit}</span>
      </span>
    </button>
  )
}

function BestPrice({ trading }: TicketFormProps) {
  const t = useText()
  const { amount } = useFormats()
  const price = priceOf(trading.ticket, trading.best)
  return (
    <p className="num grid min-h-14 place-items-center rounded-control border border-line px-2 text-center text-small text-mut">
      {price === undefined
        ? t('exchange.bestPrice')
        : t('exchange.bestPriceAbout', { price: amount(plainAmount(price), { minDecimals: 2 }) })}
    </p>
  )
}

/** A share of what is available, by a slider, or by one press on the chips below it. */
function Share({ trading }: TicketFormProps) {
  const t = useText()
  const { ticket, change, standing, largest } = trading
  const [chosen, setChosen] = useState<{ percent: number; amount: string }>()
  const amount = parseAmount(ticket.amount) ?? 0n
  // What was chosen stays where the finger left it, though the amount is cut to the lot.
  const percent =
    chosen !== undefined && chosen.amount === ticket.amount
      ? chosen.percent
      : percentOf(amount, largest)
  const choose = (next: number) => {
    const share = shareOf(ticket, next, standing)
    const text = share === 0n ? '' : plainAmount(share)
    setChosen({ percent: next, amount: text })
    change({ amount: text })
  }
  return (
    <div className="grid">
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-label={t('exchange.shareOfAvailable')}
        aria-valuetext={`${percent} %`}
        onChange={(event) => choose(Number(event.target.value))}
        className="exchange-slider"
        style={{ '--share': `${percent}%` } as CSSProperties}
      />
      <div className="grid grid-cols-4 gap-1">
        {PERCENTS.map((each) => (
          <button
            key={each}
            type="button"
            onClick={() => choose(each)}
            className="press num min-h-8 rounded-[0.625rem] bg-s2 text-label text-mut"
          >
            {each} %
          </button>
        ))}
      </div>
    </div>
  )
}

function Sums({ trading }: TicketFormProps) {
  const t = useText()
  const { amount } = useFormats()
  const { ticket, funds, market, best } = trading
  const isBuy = ticket.side === 'buy'
  const price = priceOf(ticket, best)
  const wanted = parseAmount(ticket.amount) ?? 0n
  const total = price === undefined ? 0n : totalOf(price, wanted)
  const available = funds && (isBuy ? funds.quote : funds.base)
  const shown = (units: bigint, decimals: number) =>
    amount(formatAmount(units), { decimals, minDecimals: 2 })
  return (
    <dl className="num mt-1 grid gap-1 text-small">
      <div className="flex flex-wrap justify-between gap-x-2">
        <dt className="text-mut">{t('exchange.available')}</dt>
        <dd className="ml-auto">
          {available === undefined
            ? '…'
            : `${shown(available, isBuy ? 2 : 6)} ${isBuy ? 'USDT' : market.currency_name}`}
        </dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-2">
        <dt className="text-mut">
          {t(ticket.mode === 'market' ? 'exchange.totalAbout' : 'exchange.total')}
        </dt>
        <dd className="ml-auto">{`${shown(total, 2)} USDT`}</dd>
      </div>
    </dl>
  )
}
