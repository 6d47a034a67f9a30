import type { listModels } from '@btbc/contract/mining.ts'
import { formatAmount, mulDiv, parseAmount } from '@btbc/money/amount.ts'
import { findCurrency } from '@btbc/money/currency.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'

import type { Answer } from '#api/call.ts'
import { Picture } from '#content/Picture.tsx'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { useOnline } from '#shell/online.ts'

export type Model = Answer<typeof listModels>[number]

/** 'USDT' or 'BTBC': what a machine is paid with. */
export function currencyOf(model: Model): string {
  return findCurrency(model.currency)?.code ?? ''
}

/** Income per day × runs, to the last unit. */
export function cycleTotal(model: Model): string {
  return formatAmount(mulDiv(parseAmount(model.income) ?? 0n, BigInt(model.days), 1n, 'down'))
}

export function ModelCard({ model, onBuy }: { model: Model; onBuy: () => void }) {
  const t = useText()
  const money = useShortMoney()
  const { count } = useFormats()
  const online = useOnline()
  const limited = model.buy_times > 0
  const reason =
    model.stock === 0
      ? t('mining.outOfStock')
      : limited && model.bought >= model.buy_times
        ? t('mining.limitReached', { limit: count(model.buy_times) })
        : online
          ? undefined
          : t('shell.offline')
  return (
    <li className="card grid min-w-0 grid-cols-1 gap-4 p-4">
      <div className="flex flex-wrap items-start gap-4">
        <Picture
          src={model.img}
          alt=""
          width={72}
          height={72}
          className="size-18 shrink-0 rounded-control"
        />
        <div className="grid min-w-0 flex-1 basis-32 gap-1">
          <h2 className="text-section font-semibold">{model.name}</h2>
          <p className="num text-title font-semibold">{money(model.price, currencyOf(model))}</p>
          <p className="num text-small text-sub">
            {limited
              ? t('mining.limit', {
                  bought: count(model.bought),
                  limit: count(model.buy_times),
                })
              : t('mining.anyNumber', { bought: count(model.bought) })}
          </p>
        </div>
      </div>
      <KeyValue
        items={[
          { label: t('mining.income'), value: money(model.income, 'BTBC') },
          { label: t('mining.cycle'), value: t('mining.cycleRuns', { days: model.days }) },
          { label: t('mining.cycleTotal'), value: money(cycleTotal(model), 'BTBC') },
          { label: t('mining.inStock'), value: count(model.stock) },
        ]}
      />
      <Button
        size="medium"
        aria-haspopup="dialog"
        aria-label={t('mining.buyTitle', { name: model.name })}
        disabledReason={reason}
        onClick={onBuy}
      >
        {t('home.buy')}
      </Button>
    </li>
  )
}
