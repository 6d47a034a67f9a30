import { useEffect, useState } from 'react'

import { useText } from '#i18n/text.ts'
import { watchForUpdates } from '#shell/service-worker.ts'

/** Offers the new version; nobody's half-filled form is reloaded away. */
export function UpdatePrompt() {
  const t = useText()
  const [reload, setReload] = useState<() => void>()
  useEffect(() => {
    void watchForUpdates((next) => setReload(() => next))
  }, [])
  return (
    <div role="status">
      {reload && (
        <p className="flex items-center justify-between gap-3 border-b border-line bg-s2 px-4 py-1 text-small">
          {t('shell.updateReady')}
          <button
            type="button"
            onClick={reload}
            className="press min-h-11 px-2 font-semibold text-ac"
          >
            {t('shell.reload')}
          </button>
        </p>
      )}
    </div>
  )
}
