import { Sheet } from '@btbc/ui/Sheet.tsx'
import { CreditCard, Landmark, QrCode } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { LinkRow } from '#shell/LinkRow.tsx'

type DepositWaysProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The ways money comes in, each with its screen. */
export function DepositWays({ open, onOpenChange }: DepositWaysProps) {
  const t = useText()
  const ways = [
    { to: paths.recharge(), Icon: QrCode, name: t('recharge.deposit'), what: t('recharge.what') },
    {
      to: paths.gatewayDeposit(),
      Icon: CreditCard,
      name: t('rails.gateway'),
      what: t('rails.gatewayWhat'),
    },
    { to: paths.bankDeposit(), Icon: Landmark, name: t('rails.bank'), what: t('rails.bankWhat') },
  ]
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('rails.chooseWay')}>
      <nav aria-label={t('rails.chooseWay')} className="grid divide-y divide-line">
        {ways.map(({ to, Icon, name, what }) => (
          <LinkRow
            key={to}
            to={to}
            Icon={Icon}
            label={
              <span className="grid">
                <span className="font-semibold">{name}</span>
                <span className="text-small text-mut">{what}</span>
              </span>
            }
          />
        ))}
      </nav>
    </Sheet>
  )
}
