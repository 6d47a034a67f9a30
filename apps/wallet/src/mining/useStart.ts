import type { startMachine, startRun } from '@btbc/contract/mining.ts'
import { notify } from '@btbc/ui/notice.ts'

import type { Ask } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

/** A start: busy until the server has answered, and only its yes winds a dial. */
export function useStart<E extends typeof startMachine | typeof startRun>(call: E) {
  const t = useText()
  const { mutate, isPending, error } = useSend(call, { quiet: true })
  function run(request: Ask<E>, onStarted?: () => void) {
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
