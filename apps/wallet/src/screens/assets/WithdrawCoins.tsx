import { ArrowUpFromLine } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { assetCoins } from '#payments/coins.ts'
import { LinkTile } from '#shell/LinkTile.tsx'

/** The three coins of the seeds, each with the way out: a dialog that says what it costs. */
export function WithdrawCoins() {
  const t = useText()
  return (
    <nav
      aria-label={t('withdrawal.withdraw')}
      className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2"
    >
      {assetCoins.map(({ id, code }) => (
        <LinkTile
          key={id}
          to={paths.withdrawal(id)}
          Icon={ArrowUpFromLine}
          label={t('withdrawal.withdrawCoin', { coin: code })}
        />
      ))}
    </nav>
  )
}
