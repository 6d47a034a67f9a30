import { ArrowDownToLine } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { assetCoins } from '#payments/coins.ts'
import { LinkRow } from '#shell/LinkRow.tsx'

/** The three coins of the seeds, each with the way in. */
export function RechargeCoins() {
  const t = useText()
  return (
    <nav aria-label={t('recharge.deposit')} className="card divide-y divide-line px-4">
      {assetCoins.map(({ id, code }) => (
        <LinkRow
          key={id}
          to={paths.recharge(id)}
          Icon={ArrowDownToLine}
          label={t('recharge.depositCoin', { coin: code })}
        />
      ))}
    </nav>
  )
}
