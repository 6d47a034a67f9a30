import { buyFund } from '@btbc/contract/fund.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { AmountPad } from '@btbc/ui/AmountPad.tsx'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { MoneyAction } from '#confirming/MoneyAction.tsx'
import { useMoney, useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { coversYield, type Fault, faultOf, type Fund, yieldOf } from '#funds/fund.ts'
import { useSpot } from '#wallets/spot.ts'

const DECIMALS = 8

type BuyFundProps = { fund: Fund; onClose: () => void }

type Way = 'now' | 'later'

/** How much; then the receipt; then the server. What Spot lacks can be brought within half an hour. */
export function BuyFund({ fund, onClose }: BuyFundProps) {
  const [typed, setTyped] = useState('')
  const [way, setWay] = useState<Way>()
  switch (way) {
    case undefined:
      return <Choose fund={fund} typed={typed} onType={setTyped} onNext={setWay} />
    case 'now':
      return <Review fund={fund} amount={typed} onClose={onClose} />
    case 'later':
      return <SetAside fund={fund} amount={typed} onClose={onClose} />
  }
}

type ChooseProps = {
  fund: Fund
  typed: string
  onType: (typed: string) => void
  onNext: (way: Way) => void
}

function Choose({ fund, typed, onType, onNext }: ChooseProps) {
  const t = useText()
  const money = useShortMoney()
  const { amount } = useFormats()
  const available = useSpot(currencies.USDT.id)
  const fault = faultOf(fund, typed, available)
  const { yield: yielded } = yieldOf(fund, typed)
  const all = available === undefined ? undefined : formatAmount(available)
  return (
    <div className="grid gap-4">
      <AmountPad
        label={t('fund.amount')}
        value={typed}
        onChange={onType}
        unit="USDT"
        decimals={DECIMALS}
        chips={[
          ...['5', '100', '1000'].map((value) => ({ label: amount(value), value })),
          ...(all === undefined ? [] : [{ label: t('transfer.all'), value: all }]),
        ]}
        note={
          <span className="num grid">
            {all !== undefined && t('transfer.available', { amount: money(all, 'USDT') })}
            {yielded > 0n && (
              <span role="status" className="text-tx">
                {t('fund.gives', { yield: money(formatAmount(yielded), 'USDT'), days: fund.day })}
              </span>
            )}
          </span>
        }
        onEnter={() => {
          if (fault === undefined) onNext('now')
        }}
      />
      <Button onClick={() => onNext('now')} disabledReason={useFaultText(fund, fault)}>
        {t('fund.review')}
      </Button>
      {fault === 'notEnough' && coversYield(fund, typed) && (
        <Button variant="ghost" onClick={() => onNext('later')}>
          {t('fund.setAside')}
        </Button>
      )}
    </div>
  )
}

function useFaultText(fund: Fund, fault: Fault | undefined): string | undefined {
  const t = useText()
  const { amount } = useFormats()
  const money = useShortMoney()
  switch (fault) {
    case undefined:
      return undefined
    case 'noAmount':
      return t('transfer.enterAmount')
    case 'minimum':
      return t('fund.needMinimum', { minimum: amount(fund.min, { minDecimals: 0 }) })
    case 'maximum':
      return t('fund.overMaximum', { maximum: money(fund.max, 'USDT') })
    case 'notEnough':
      return t('transfer.notEnough')
    case 'notCovered':
      return t('lock.notCovered', { covered: money(fund.covered, 'USDT') })
  }
}

type ReviewProps = { fund: Fund; amount: string; onClose: () => void }

/** What is set aside, what it brings and when it comes back; then the server's answer. */
function Review({ fund, amount, onClose }: ReviewProps) {
  const t = useText()
  const money = useMoney()
  const { date } = useFormats()
  const buy = useSend(buyFund, { quiet: true })
  const units = parseAmount(amount) ?? 0n
  const { yield: yielded } = yieldOf(fund, amount)
  const payout = formatAmount(units + yielded)
  const usdt = (value: string) => money(value, 'USDT')
  return (
    <MoneyAction
      send={buy}
      hold
      once
      lines={[
        { label: t('lock.amountBack'), value: usdt(formatAmount(units)) },
        {
          label: t('fund.yieldOf', { rate: fund.rate, days: fund.day }),
          value: usdt(formatAmount(yielded)),
        },
      ]}
      total={{
        label: t('fund.toEarn', { date: date(buy.data?.fetch_time ?? fund.fetch_time) }),
        value: usdt(payout),
      }}
      action={t('fund.buyAction', { amount: usdt(formatAmount(units)) })}
      onConfirm={() =>
        buy.mutate({ request: { amount, day: fund.day, type: fund.type }, own: { payout } })
      }
      done={
        <Done title={t('fund.bought')}>
          <p>{t('fund.boughtBody', { yield: usdt(formatAmount(yielded)) })}</p>
        </Done>
      }
      onClose={onClose}
    >
      <p className="text-small text-mut">{t('fund.noEarlyEnd')}</p>
    </MoneyAction>
  )
}

/** What is set aside and what is to be paid for it within half an hour; nothing is taken now. */
function SetAside({ fund, amount, onClose }: ReviewProps) {
  const t = useText()
  const money = useMoney()
  const buy = useSend(buyFund, { quiet: true })
  const units = parseAmount(amount) ?? 0n
  const { yield: yielded } = yieldOf(fund, amount)
  const usdt = (value: bigint) => money(formatAmount(value), 'USDT')
  const payout = formatAmount(units + yielded)
  const request = { amount, day: fund.day, type: fund.type, pay_later: 1 }
  return (
    <MoneyAction
      send={buy}
      once
      lines={[
        { label: t('fund.yieldOf', { rate: fund.rate, days: fund.day }), value: usdt(yielded) },
      ]}
      total={{ label: t('fund.toPay'), value: usdt(units) }}
      action={t('fund.setAsideAction', { yield: usdt(yielded) })}
      onConfirm={() => buy.mutate({ request, own: { payout } })}
      done={<Done title={t('fund.isSetAside')} />}
      next={
        <AppLink to={paths.recharge()} className={buttonClass()}>
          {t('shell.toDeposit')}
        </AppLink>
      }
      onClose={onClose}
    >
      <p className="text-small text-mut">{t('fund.setAsideBody', { amount: usdt(units) })}</p>
    </MoneyAction>
  )
}
