import { notify } from '@btbc/ui/notice.ts'

import type { Ask } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

/** A start: busy until the server has answered, and only its yes winds a dial. */
export function useStart<Path extends '/machine/start' | '/machine/start_all'>(path: Path) {
  const t = useText()
  const { mutate, isPending, error } = useSend(path)
  function run(request: Ask<Path>, onStarted?: () => void) {
    mutate(
      { request },
      {
        onSuccess: () => {
          onStarted?.()
          notify(t('home.started'))
        },
      },
    )
  }
  return { run, error, busy: isPending }
}
