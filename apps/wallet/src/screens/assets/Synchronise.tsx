import { synchroniseOutput } from '@btbc/contract/rewards.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { useSecondsUntil } from '@btbc/ui/countdown.ts'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { Refused } from '#shell/Refused.tsx'
import { useOnline } from '#shell/online.ts'

const SECOND_MS = 1000

/** Asks for what is mined to be written to the chain now; the pause is the server's. */
export function Synchronise() {
  const t = useText()
  const online = useOnline()
  const send = useSend(synchroniseOutput, { quiet: true })
  const [until, setUntil] = useState(0)
  const left = useSecondsUntil(until)
  const reason = online
    ? left > 0
      ? t('claim.synchroniseWait', { count: left })
      : undefined
    : t('shell.offline')
  return (
    <>
      <Button
        variant="ghost"
        size="medium"
        busy={send.isPending}
        disabledReason={reason}
        icon={<RefreshCw size={18} aria-hidden />}
        onClick={() =>
          send.mutate(
            { request: {} },
            { onSuccess: ({ wait_s: waitS }) => setUntil(Date.now() + waitS * SECOND_MS) },
          )
        }
      >
        {t('claim.synchronise')}
      </Button>
      {send.isSuccess && left > 0 && <Banner tone="good">{t('claim.synchronising')}</Banner>}
      <Refused error={send.error} />
    </>
  )
}
