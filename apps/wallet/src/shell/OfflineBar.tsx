import { WifiOff } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { useOnline } from '#shell/online.ts'

/** Below the strip, while there is no network. */
export function OfflineBar() {
  const t = useText()
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center gap-2 border-b border-line bg-s2 px-4 py-2 text-small text-warn">
          <WifiOff size={16} aria-hidden className="shrink-0" />
          {t('shell.offline')}
        </p>
      )}
    </div>
  )
}
