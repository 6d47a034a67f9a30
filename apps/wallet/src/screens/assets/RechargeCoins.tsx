import { ArrowDownToLine } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { LinkRow } from '#shell/LinkRow.tsx'

const coins = [
  { id: 28, code: 'BTBC' },
  { id: 18, code: 'BNB' },
  { id: 3, code: 'USDT' },
] as const

/** The three coins of the seeds, each with the way in. */
export function RechargeCoins() {
  const t = useText()
  return (
    <nav aria-label={t('recharge.deposit')} className="card divide-y divide-line px-4">
      {coins.map(({ id, code }) => (
        <LinkRow
          key={id}
          to={paths.recharge(id)}
          icon={<ArrowDownToLine size={20} aria-hidden className="text-mut" />}
          label={t('recharge.depositCoin', { coin: code })}
        />
      ))}
    </nav>
  )
}
