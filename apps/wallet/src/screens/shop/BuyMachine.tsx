import { buyMachine, readLaunches } from '@btbc/contract/mining.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'

import { useCall, useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { currencyOf, cycleTotal, type Model } from '#screens/shop/ModelCard.tsx'
import { AppLink, linkClass } from '#shell/AppLink.tsx'
import { useSpot } from '#wallets/spot.ts'

type BuyMachineProps = {
  model: Model
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What it costs, what it gives, what is set aside for it; then the server's answer. */
export function BuyMachine({ model, open, onOpenChange }: BuyMachineProps) {
  const t = useText()
  const money = useMoney()
  const buy = useSend(buyMachine, { quiet: true })
  const currency = currencyOf(model)
  const { id, income, days } = model
  const price = money(model.price, currency)
  const available = useSpot(model.currency)
  const isShort = available !== undefined && available < (parseAmount(model.price) ?? 0n)
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('mining.buyTitle', { name: model.name })}
      send={buy}
      {...useReceipt(model, { isPaid: buy.isSuccess, available })}
      action={t('mining.buyAction', { price })}
      blocked={isShort ? t('mining.notEnoughShort', { currency }) : undefined}
      onConfirm={() => buy.mutate({ request: { id }, own: { price: model.price, income, days } })}
      done={
        <Done title={t('mining.purchased')}>
          <p>{t('mining.purchaseBody', { name: model.name })}</p>
        </Done>
      }
      next={
        <AppLink to={paths.machines()} className={buttonClass()}>
          {t('mining.toMachines')}
        </AppLink>
      }
    >
      <Terms model={model} />
      {isShort && !buy.error && (
        <Banner tone="warn" action={<ToDeposit />}>
          {t('mining.notEnough', {
            currency,
            have: money(formatAmount(available), currency),
            need: price,
          })}
        </Banner>
      )}
    </MoneySheet>
  )
}

function useReceipt(
  model: Model,
  { isPaid, available }: { isPaid: boolean; available: bigint | undefined },
) {
  const t = useText()
  const money = useMoney()
  const currency = currencyOf(model)
  const price = parseAmount(model.price) ?? 0n
  const isShort = available !== undefined && available < price
  return {
    lines: [
      { label: t('mining.income'), value: money(model.income, 'BTBC') },
      { label: t('mining.cycle'), value: t('mining.cycleRuns', { days: model.days }) },
      { label: t('mining.cycleTotal'), value: money(cycleTotal(model), 'BTBC') },
    ],
    total: {
      label: t(isPaid ? 'mining.paid' : 'home.youPay'),
      value: money(model.price, currency),
    },
    after:
      available === undefined || isPaid
        ? []
        : [
            {
              label: t(isShort ? 'mining.balanceNow' : 'mining.balanceAfter'),
              value: money(formatAmount(isShort ? available : available - price), currency),
            },
          ],
  }
}

function Terms({ model }: { model: Model }) {
  const t = useText()
  const money = useMoney()
  const { amount, count } = useFormats()
  const total = money(cycleTotal(model), 'BTBC')
  const start = useCall(readLaunches).data?.price
  return (
    <p className="text-small text-mut">
      {t('mining.reserved', { total, days: count(model.days) })}{' '}
      {start !== undefined && t('mining.mineOnly', { price: amount(start) })}
    </p>
  )
}

function ToDeposit() {
  const t = useText()
  return (
    <AppLink to={paths.recharge()} className={linkClass}>
      {t('shell.toDeposit')}
    </AppLink>
  )
}
