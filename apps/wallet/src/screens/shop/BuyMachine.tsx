import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { Receipt } from '@btbc/ui/Receipt.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { useState } from 'react'

import { newKey } from '#api/call.ts'
import { refresh, useCall, useErrorText, useSend } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { currencyOf, cycleTotal, type Model } from '#screens/shop/ModelCard.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { NextStep } from '#shell/NextStep.tsx'
import { useOnline } from '#shell/online.ts'

type BuyMachineProps = {
  model: Model
  onPaying: (paying: boolean) => void
  onClose: () => void
}

/** What it costs, what it gives, what is set aside for it; then the server's answer. */
export function BuyMachine({ model, onPaying, onClose }: BuyMachineProps) {
  const [key] = useState(newKey)
  const buy = useSend('/machine/buy', [
    '/machine/list',
    '/machine/my',
    '/machine/team',
    '/user/info',
    '/wallet/list',
    '/charge_mention/log',
    '/solvency',
  ])
  function confirm() {
    onPaying(true)
    buy.mutate(
      { request: { id: model.id }, key },
      {
        // A refusal says that the card was out of date: stock, limit, balance.
        onError: () => void refresh('/machine/list', '/user/info'),
        onSettled: () => onPaying(false),
      },
    )
  }
  if (buy.isSuccess) return <Purchased model={model} onClose={onClose} />
  return <Review model={model} busy={buy.isPending} error={buy.error} onConfirm={confirm} />
}

type ReviewProps = { model: Model; busy: boolean; error: Error | null; onConfirm: () => void }

function Review({ model, busy, error, onConfirm }: ReviewProps) {
  const t = useText()
  const money = useMoney()
  const { count } = useFormats()
  const online = useOnline()
  const errorText = useErrorText()
  const currency = currencyOf(model)
  const price = parseAmount(model.price) ?? 0n
  const available = useAvailable(model.currency)
  const short = available !== undefined && available < price
  const total = money(cycleTotal(model), 'BTBC')
  return (
    <div className="grid gap-4">
      <Receipt
        lines={[
          { label: t('mining.income'), value: money(model.income, 'BTBC') },
          { label: t('mining.cycle'), value: t('mining.cycleRuns', { days: model.days }) },
          { label: t('mining.cycleTotal'), value: total },
        ]}
        total={{ label: t('mining.youPay'), value: money(model.price, currency) }}
        after={
          available === undefined
            ? []
            : [
                {
                  label: short ? t('mining.balanceNow') : t('mining.balanceAfter'),
                  value: money(formatAmount(short ? available : available - price), currency),
                },
              ]
        }
      />
      <p className="text-small text-mut">
        {t('mining.reserved', { total, days: count(model.days) })} {t('mining.mineOnly')}
      </p>
      {error && (
        <Banner tone="bad" action={<NextStep error={error} />}>
          {errorText(error)}
        </Banner>
      )}
      {short && !error && (
        <Banner tone="warn" action={<ToDeposit />}>
          {t('mining.notEnough', {
            currency,
            have: money(formatAmount(available), currency),
            need: money(model.price, currency),
          })}
        </Banner>
      )}
      <TestNote />
      <Button
        busy={busy}
        disabledReason={
          short ? t('mining.notEnoughShort', { currency }) : online ? undefined : t('shell.offline')
        }
        onClick={onConfirm}
      >
        {t('mining.buyAction', { price: money(model.price, currency) })}
      </Button>
    </div>
  )
}

function ToDeposit() {
  const t = useText()
  return (
    <AppLink
      to={paths.recharge()}
      className="press inline-flex min-h-11 items-center font-semibold text-ac underline"
    >
      {t('shell.toDeposit')}
    </AppLink>
  )
}

/** What the Spot account has of it; unknown until it is read: then the server is the one to refuse. */
function useAvailable(currency: number): bigint | undefined {
  const balances = useCall('/user/info').data?.change_wallet.balance
  const balance = balances?.find((each) => each.currency === currency)
  return balance && (parseAmount(balance.change_balance) ?? 0n)
}

function Purchased({ model, onClose }: { model: Model; onClose: () => void }) {
  const t = useText()
  const money = useMoney()
  return (
    <div className="grid gap-4">
      <Done title={t('mining.purchased')}>
        <p>{t('mining.purchaseBody', { name: model.name })}</p>
      </Done>
      <Receipt
        lines={[{ label: t('mining.cycleTotal'), value: money(cycleTotal(model), 'BTBC') }]}
        total={{ label: t('mining.paid'), value: money(model.price, currencyOf(model)) }}
      />
      <TestNote />
      <AppLink to={paths.machines()} className={buttonClass()}>
        {t('mining.toMachines')}
      </AppLink>
      <Button variant="ghost" size="medium" onClick={onClose}>
        {t('mining.close')}
      </Button>
    </div>
  )
}
