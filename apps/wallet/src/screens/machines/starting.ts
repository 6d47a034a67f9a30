import { notify } from '@btbc/ui/notice.ts'
import { useEffect, useState } from 'react'

import type { Ask } from '#api/call.ts'
import { useCall, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

const TICK_MS = 15_000

/** A start: busy until the server has answered, never shown before. */
export function useStart<Path extends '/machine/start' | '/machine/start_all'>(path: Path) {
  const t = useText()
  const { mutate, isPending, error, reset } = useSend(path)
  function run(request: Ask<Path>, onStarted?: () => void) {
    mutate(
      { request },
      {
        onSuccess: () => {
          notify(t('mining.started'))
          onStarted?.()
        },
      },
    )
  }
  return { run, reset, error, busy: isPending }
}

/** The server's time in ms, a few times a minute; unknown until it was asked. */
export function useServerNow(): number | undefined {
  const { data, dataUpdatedAt } = useCall('/machine/team')
  const [local, setLocal] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setLocal(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (!data) return undefined
  return Date.parse(data.team.now) + Math.max(local - dataUpdatedAt, 0)
}
