import { readStanding } from '@btbc/contract/account.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { StatTile } from '@btbc/ui/StatTile.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'

import { useCall } from '#api/query.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

/** What the member was granted. */
export function WelcomeSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  const money = useShortMoney()
  const { count } = useFormats()
  const grant = useCall(readStanding).data?.welcome_grant
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('home.welcomeTitle')}
    >
      <div className="grid gap-4">
        <p>{t('home.welcomeBody')}</p>
        <p className="text-small text-mut">{t('home.welcomeHint')}</p>
        {grant && (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
            <StatTile
              label={t('home.welcomeBalance')}
              value={money(grant.btbc, 'BTBC', { minDecimals: 0 })}
            />
            <StatTile label={t('home.welcomeStarts')} value={count(grant.launches)} />
          </div>
        )}
        <TestNote />
        <Button onClick={onClose}>{t('home.welcomeAction')}</Button>
      </div>
    </Sheet>
  )
}
