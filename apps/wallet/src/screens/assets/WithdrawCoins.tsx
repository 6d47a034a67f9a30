import { ArrowUpFromLine } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { assetCoins } from '#payments/coins.ts'
import { LinkRow } from '#shell/LinkRow.tsx'

/** The three coins of the seeds, each with the way out: a dialog that says what it costs. */
export function WithdrawCoins() {
  const t = useText()
  return (
    <nav aria-label={t('withdrawal.withdraw')} className="card divide-y divide-line px-4">
      {assetCoins.map(({ id, code }) => (
        <LinkRow
          key={id}
          to={paths.withdrawal(id)}
          Icon={ArrowUpFromLine}
          label={t('withdrawal.withdrawCoin', { coin: code })}
        />
      ))}
    </nav>
  )
}
