import { Button } from '@btbc/ui/Button.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { StatTile } from '@btbc/ui/StatTile.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'

import { useText } from '#i18n/text.ts'

/** What the welcome grant was. */
export function WelcomeSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
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
        <div className="grid grid-cols-2 gap-3">
          <StatTile label={t('home.welcomeBalance')} value="50 BTBC" />
          <StatTile label={t('home.welcomeStarts')} value="7" />
        </div>
        <TestNote />
        <Button onClick={onClose}>{t('home.welcomeAction')}</Button>
      </div>
    </Sheet>
  )
}
