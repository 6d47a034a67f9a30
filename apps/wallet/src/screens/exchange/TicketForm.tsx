import { formatAmount, parseAmount, plainAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import { clsx } from 'clsx'
import { useState, type CSSProperties } from 'react'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { type PadField, PadSheet } from '#screens/exchange/PadSheet.tsx'
import { precisionOf } from '#markets/markets.ts'
import { RadioRow } from '#screens/exchange/RadioRow.tsx'
import { usePrice, useSum } from '#screens/exchange/shown.ts'
import { TermsField } from '#screens/exchange/TermsField.tsx'
import {
  distanceOf,
  hasLimit,
  isSpending,
  isStop,
  percentOf,
  priceOf,
  shareOf,
} from '#screens/exchange/ticket.ts'
import type { Trading } from '#screens/exchange/trading.ts'
import { AppLink } from '#shell/AppLink.tsx'

const PERCENTS = [25, 50, 75, 100] as const

type TicketFormProps = { trading: Trading }

/** Everything that is changed before an order is reviewed, under one thumb. */
export function TicketForm({ trading }: TicketFormProps) {
  const t = useText()
  const { ticket, change, market } = trading
  const [pad, setPad] = useState<PadField>()
  const [padOpen, setPadOpen] = useState(false)
  const open = (field: PadField) => () => {
    setPad(field)
    setPadOpen(true)
  }
  const spends = isSpending(ticket)
  const places = precisionOf(market).price
  return (
    <div className="grid min-w-0 content-start gap-1.5 [grid-area:ticket]">
      <RadioRow
        legend={t('exchange.side')}
        options={[
          { value: 'buy', label: t('exchange.buy'), className: buyClass },
          { value: 'sell', label: t('exchange.sell'), className: sellClass },
        ]}
        value={ticket.side}
        onChange={(side) => change({ side })}
        className="track grid grid-cols-2 gap-1"
      />
      <Kind trading={trading} />
      {isStop(ticket) && (
        <Field
          label={t('exchange.stopPrice')}
          value={ticket.stop}
          unit="USDT"
          places={places}
          onOpen={open('stop')}
        />
      )}
      {hasLimit(ticket) ? (
        <Field
          label={t('exchange.price')}
          value={ticket.price}
          unit="USDT"
          places={places}
          onOpen={open('price')}
        />
      ) : (
        <BestPrice trading={trading} />
      )}
      <FarNote trading={trading} />
      <Field
        label={t(spends ? 'exchange.spend' : 'exchange.amount')}
        value={ticket.amount}
        unit={spends ? 'USDT' : market.currency_name}
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

const sideClass = 'min-h-11 rounded-[0.625rem] px-1 text-center font-semibold'
const buyClass = clsx(sideClass, 'has-checked:bg-upf has-checked:text-onup')
const sellClass = clsx(sideClass, 'has-checked:bg-dnf has-checked:text-ondn')
const modeClass = 'min-h-11 min-w-11 text-mut has-checked:text-tx'
const smallClass =
  'min-h-11 rounded-chip border border-line px-3 text-small text-mut has-checked:border-ctl has-checked:text-tx'

/** Limit, market or stop, and what else is to be said about each. */
function Kind({ trading: { ticket, change, market } }: TicketFormProps) {
  const t = useText()
  const kind = isStop(ticket) ? 'stop_limit' : ticket.mode
  return (
    <>
      <RadioRow
        legend={t('exchange.type')}
        options={[
          { value: 'limit', label: t('exchange.limit'), className: modeClass },
          { value: 'market', label: t('exchange.market'), className: modeClass },
          { value: 'stop_limit', label: t('exchange.stop'), className: modeClass },
        ]}
        value={kind}
        onChange={(mode) => change({ mode })}
        className="flex flex-wrap gap-x-4"
      />
      {isStop(ticket) && (
        <RadioRow
          legend={t('exchange.afterStop')}
          options={[
            { value: 'stop_limit', label: t('exchange.limit'), className: smallClass },
            { value: 'stop_market', label: t('exchange.market'), className: smallClass },
          ]}
          value={ticket.mode}
          onChange={(mode) => change({ mode })}
          className="flex flex-wrap gap-1"
        />
      )}
      {ticket.mode === 'market' && ticket.side === 'buy' && (
        <RadioRow
          legend={t('exchange.countedIn')}
          options={[
            { value: 'money', label: 'USDT', className: smallClass },
            { value: 'coins', label: market.currency_name, className: smallClass },
          ]}
          value={ticket.unit}
          onChange={(unit) => change({ unit })}
          className="flex flex-wrap gap-1"
        />
      )}
      {hasLimit(ticket) && <TermsField ticket={ticket} onChange={(terms) => change({ terms })} />}
    </>
  )
}

type FieldProps = {
  label: string
  value: string
  unit: string
  /** As many decimals as are always shown. */
  places?: number
  onOpen: () => void
}

/** Opens the pad, where the real input is. */
function Field({ label, value, unit, places = 0, onOpen }: FieldProps) {
  const { amount } = useFormats()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="press flex min-h-12 w-full min-w-0 flex-wrap items-center justify-between gap-x-2 rounded-control border border-ctl bg-s2 px-3 py-1"
    >
      <span className="text-label text-mut">{label}</span>
      <span className="num ml-auto min-w-0 text-right text-section wrap-anywhere">
        {value === '' ? '0' : amount(value, { minDecimals: places })}{' '}
        <span className="text-label text-mut">{unit}</span>
      </span>
    </button>
  )
}

function BestPrice({ trading: { ticket, best, market } }: TicketFormProps) {
  const t = useText()
  const price = usePrice()
  const units = ticket.mode === 'market' ? priceOf(ticket, best) : undefined
  return (
    <p className="num grid min-h-12 place-items-center rounded-control border border-line px-2 text-center text-small text-mut">
      {units === undefined
        ? t('exchange.bestPrice')
        : t('exchange.bestPriceAbout', { price: price(plainAmount(units), market.currency_id) })}
    </p>
  )
}

/** '1,392 % above the market', before anything is reviewed. */
function FarNote({ trading: { ticket, standing } }: TicketFormProps) {
  const t = useText()
  const { count } = useFormats()
  const far = distanceOf(ticket, standing)
  if (!far) return null
  return (
    <p role="status" className={clsx('num text-small', far.isLoss ? 'text-dn' : 'text-warn')}>
      {t(far.isAbove ? 'exchange.farAbove' : 'exchange.farBelow', {
        percent: count(Number(far.percent)),
      })}
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
    <div className="-mt-2 grid">
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-label={t('exchange.shareOfAvailable')}
        aria-valuetext={t('shell.percent', { percent })}
        onChange={(event) => choose(Number(event.target.value))}
        className="exchange-slider"
        style={{ '--share': `${percent}%` } as CSSProperties}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(2.25rem,1fr))] gap-1">
        {PERCENTS.map((each) => (
          <button
            key={each}
            type="button"
            onClick={() => choose(each)}
            className="press num min-h-11 rounded-[0.625rem] bg-s3 text-label text-mut"
          >
            {t('shell.percent', { percent: each })}
          </button>
        ))}
      </div>
    </div>
  )
}

/** What there is and what it comes to: the total is that of the review. */
function Sums({ trading }: TicketFormProps) {
  const t = useText()
  const sum = useSum()
  const { ticket, funds, market, outlook, dealFailed } = trading
  const isBuy = ticket.side === 'buy'
  const available = funds && (isBuy ? funds.quote : funds.base)
  const reserved = isBuy && outlook && !isSpending(ticket) ? outlook.held - outlook.total : 0n
  return (
    <>
      <dl className="num mt-1 grid gap-1 text-small">
        <Line label={t('exchange.available')}>
          {available === undefined
            ? '…'
            : sum(formatAmount(available), isBuy ? 'USDT' : market.currency_name)}
        </Line>
        <Line label={t(outlook?.isAbout ? 'exchange.totalAbout' : 'exchange.total')}>
          {sum(formatAmount(outlook?.total ?? 0n), 'USDT')}
        </Line>
        {reserved > 0n && (
          <Line label={t('exchange.heldBeside')}>{sum(formatAmount(reserved), 'USDT')}</Line>
        )}
      </dl>
      {available === 0n && (
        <AppLink
          to={paths.recharge(isBuy ? currencies.USDT.id : market.currency_id)}
          className="press -my-1 inline-flex min-h-11 items-center justify-self-start text-small text-ac underline"
        >
          {t('shell.toDeposit')}
        </AppLink>
      )}
      {dealFailed && (
        <ErrorBlock onRetry={dealFailed.again} busy={dealFailed.busy}>
          {dealFailed.text}
        </ErrorBlock>
      )}
    </>
  )
}

function Line({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-2">
      <dt className="text-mut">{label}</dt>
      <dd className="ml-auto">{children}</dd>
    </div>
  )
}
