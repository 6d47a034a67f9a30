import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, ShoppingCart } from 'lucide-react'
import { useState } from 'react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { DepositWays } from '#payments/DepositWays.tsx'
import { AppLink } from '#shell/AppLink.tsx'

const LOOK =
  'press grid min-h-18 place-items-center content-center gap-1.5 rounded-card bg-s1 px-1 py-3 text-center text-small'

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
    <nav aria-label={t('transfer.actions')} className="grid auto-cols-fr grid-flow-col gap-2">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setDepositing(true)}
        className={LOOK}
      >
        <ArrowDownToLine size={22} aria-hidden className="text-ac" />
        {t('recharge.deposit')}
      </button>
      {actions.map(({ to, label, Icon }) => (
        <AppLink key={to} to={to} className={LOOK}>
          <Icon size={22} aria-hidden className="text-ac" />
          {label}
        </AppLink>
      ))}
      <DepositWays open={depositing} onOpenChange={setDepositing} />
    </nav>
  )
}
