import { stockOffer } from '@btbc/contract/offer.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { AmountPad } from '@btbc/ui/AmountPad.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { MoneyAction } from '#confirming/MoneyAction.tsx'
import { useMoney, useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import type { Moving } from '#screens/seller/Offers.tsx'

const DECIMALS = 8

type MoveStockProps = { moving: Moving; available: string; onClose: () => void }

/** USDT into the stock of an offer, or back: how much; then the receipt; then the server. */
export function MoveStock({ moving, available, onClose }: MoveStockProps) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string>()
  if (asked !== undefined) return <Review moving={moving} amount={asked} onClose={onClose} />
  const all = moving.way === 'in' ? available : moving.offer.stock
  return <Choose all={all} typed={typed} onType={setTyped} onNext={() => setAsked(typed)} />
}

type ChooseProps = {
  all: string
  typed: string
  onType: (typed: string) => void
  onNext: () => void
}

function Choose({ all, typed, onType, onNext }: ChooseProps) {
  const t = useText()
  const money = useShortMoney()
  const units = parseAmount(typed) ?? 0n
  const fault =
    units === 0n
      ? t('transfer.enterAmount')
      : units > (parseAmount(all) ?? 0n)
        ? t('transfer.notEnough')
        : undefined
  return (
    <div className="grid gap-4">
      <AmountPad
        label={t('seller.amount')}
        value={typed}
        onChange={onType}
        unit="USDT"
        decimals={DECIMALS}
        chips={[{ label: t('transfer.all'), value: all }]}
        note={
          <span className="num">{t('transfer.available', { amount: money(all, 'USDT') })}</span>
        }
        onEnter={() => {
          if (fault === undefined) onNext()
        }}
      />
      <Button onClick={onNext} disabledReason={fault}>
        {t('seller.review')}
      </Button>
    </div>
  )
}

type ReviewProps = { moving: Moving; amount: string; onClose: () => void }

function Review({ moving: { offer, way }, amount, onClose }: ReviewProps) {
  const t = useText()
  const money = useMoney()
  const stock = useSend(stockOffer, { quiet: true })
  const usdt = (units: bigint) => money(formatAmount(units), 'USDT')
  const units = parseAmount(amount) ?? 0n
  const before = parseAmount(offer.stock) ?? 0n
  const change = way === 'in' ? amount : `-${amount}`
  return (
    <MoneyAction
      send={stock}
      once
      lines={[{ label: t('seller.stockBefore'), value: usdt(before) }]}
      total={{
        label: t('seller.stockThen'),
        value: usdt(way === 'in' ? before + units : before - units),
      }}
      action={t(way === 'in' ? 'seller.moveIn' : 'seller.moveOut', { amount: usdt(units) })}
      onConfirm={() => stock.mutate({ request: { id: offer.id, change } })}
      done={<Done title={t('seller.moved')} />}
      onClose={onClose}
    >
      <p className="text-small text-mut">{t(way === 'in' ? 'seller.inNote' : 'seller.outNote')}</p>
    </MoneyAction>
  )
}
