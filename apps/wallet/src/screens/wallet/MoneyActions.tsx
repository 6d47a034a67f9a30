import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, ShoppingCart } from 'lucide-react'
import { useState } from 'react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { DepositWays } from '#payments/DepositWays.tsx'
import { LinkTile, tileClass } from '#shell/LinkTile.tsx'

/** Money in, out and across: the first thing one looks for in a wallet. */
export function MoneyActions() {
  const t = useText()
  const [depositing, setDepositing] = useState(false)
  const actions = [
    { to: paths.withdrawal(), label: t('withdrawal.withdraw'), Icon: ArrowUpFromLine },
    { to: paths.transfer(), label: t('transfer.transfer'), Icon: ArrowLeftRight },
    { to: paths.buy(), label: t('buy.buy'), Icon: ShoppingCart },
  ]
  return (
    <nav
      aria-label={t('transfer.actions')}
      className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-2"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setDepositing(true)}
        className={tileClass}
      >
        <ArrowDownToLine size={22} aria-hidden className="text-ac" />
        {t('recharge.deposit')}
      </button>
      {actions.map((action) => (
        <LinkTile key={action.to} {...action} />
      ))}
      <DepositWays open={depositing} onOpenChange={setDepositing} />
    </nav>
  )
}
