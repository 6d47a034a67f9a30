import { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { ArrowUpFromLine } from 'lucide-react'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { assetCoins } from '#payments/coins.ts'
import { ActionRow } from '#components/ActionRow.tsx'
import { AppLink } from '#shell/AppLink.tsx'

type Coin = (typeof assetCoins)[number]

/** The three coins of the seeds, each with what withdrawing it costs before one begins. */
export function WithdrawCoins() {
  const t = useText()
  const [coin, setCoin] = useState<Coin>(assetCoins[0])
  const [open, setOpen] = useState(false)
  const show = (next: Coin) => {
    setCoin(next)
    setOpen(true)
  }
  const title = t('withdrawal.withdrawCoin', { coin: coin.code })
  return (
    <div className="card divide-y divide-line px-4">
      {assetCoins.map((each) => (
        <ActionRow
          key={each.id}
          icon={<ArrowUpFromLine size={20} aria-hidden className="text-mut" />}
          label={t('withdrawal.withdrawCoin', { coin: each.code })}
          onClick={() => show(each)}
        />
      ))}
      <Sheet open={open} onOpenChange={setOpen} title={title}>
        <div className="grid gap-4">
          <Terms coin={coin} />
          <TestNote />
          <AppLink to={paths.withdrawal(String(coin.id))} className={buttonClass()}>
            {title}
          </AppLink>
        </div>
      </Sheet>
    </div>
  )
}

function Terms({ coin }: { coin: Coin }) {
  const t = useText()
  const money = useShortMoney()
  const info = useCall(readWithdrawalTerms, { type: String(coin.id) })
  return (
    <Loaded query={info} skeleton={<Skeleton className="h-32" />}>
      {(data) => (
        <KeyValue
          items={[
            { label: t('withdrawal.available'), value: money(data.available, coin.code) },
            { label: t('withdrawal.smallest'), value: money(data.min, coin.code) },
            { label: t('withdrawal.largest'), value: money(data.max, coin.code) },
            { label: t('withdrawal.feeShort'), value: `${data.rate} %` },
          ]}
        />
      )}
    </Loaded>
  )
}
