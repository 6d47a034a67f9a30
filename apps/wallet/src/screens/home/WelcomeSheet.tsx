import { markWelcomeSeen } from '@btbc/contract/account.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { StatTile } from '@btbc/ui/StatTile.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

/** Once per account, after the welcome grant was paid: what it was. */
export function WelcomeSheet() {
  const t = useText()
  const seen = useSend(markWelcomeSeen)
  const [closed, setClosed] = useState(false)
  function close() {
    setClosed(true)
    seen.mutate({ request: {} })
  }
  return (
    <Sheet
      open={!closed}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={t('home.welcomeTitle')}
    >
      <div className="grid gap-4">
        <p>{t('home.welcomeBody')}</p>
        <p className="text-small text-mut">{t('home.welcomeHint')}</p>
        <div className="grid grid-cols-2 gap-3">
          <StatTile label={t('home.welcomeBalance')} value="50 BTBC" />
          <StatTile label={t('home.welcomeStarts')} value="7" />
        </div>
        <TestNote />
        <Button onClick={close}>{t('home.welcomeAction')}</Button>
      </div>
    </Sheet>
  )
}
