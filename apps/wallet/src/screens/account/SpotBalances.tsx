import { isZero } from '@btbc/money/amount.ts'
import { BalanceRow } from '@btbc/ui/BalanceRow.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Scale } from 'lucide-react'
import { useState } from 'react'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Member } from '#screens/account/AccountCard.tsx'
import { ActionRow } from '#shell/ActionRow.tsx'
import { Covered } from '#wallets/Covered.tsx'
import { columnDecimals } from '#wallets/decimals.ts'
import { useHiding } from '#wallets/hiding.ts'

/** What the Spot wallet holds, at a glance. */
export function SpotBalances({ balances }: { balances: Member['change_wallet']['balance'] }) {
  const t = useText()
  const { amount } = useFormats()
  const { hidden } = useHiding()
  const shown = (units: string, code: string) => amount(units, columnDecimals(units, code))
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionRow Icon={Scale} label={t('settings.balance')} onClick={() => setOpen(true)} />
      <Sheet open={open} onOpenChange={setOpen} title={t('settings.balanceTitle')}>
        <ul>
          {balances.map((each) => (
            <BalanceRow
              key={each.currency}
              currency={each.currency_name}
              amount={
                <Covered hidden={hidden}>{shown(each.change_balance, each.currency_name)}</Covered>
              }
              {...(!hidden &&
                !isZero(each.lock_change_balance) && {
                  locked: t('settings.locked', {
                    amount: shown(each.lock_change_balance, each.currency_name),
                  }),
                })}
            />
          ))}
        </ul>
      </Sheet>
    </>
  )
}
