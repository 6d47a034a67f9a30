import { synchroniseOutput } from '@btbc/contract/rewards.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'

import { useErrorText, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { useOnline } from '#shell/online.ts'

const SECOND_MS = 1000

/** Asks for what is mined to be written to the chain now; the pause is the server's. */
export function Synchronise() {
  const t = useText()
  const online = useOnline()
  const errorText = useErrorText()
  const send = useSend(synchroniseOutput, { quiet: true })
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), SECOND_MS)
    return () => clearTimeout(timer)
  }, [left])
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
          send.mutate({ request: {} }, { onSuccess: ({ wait_s: waitS }) => setLeft(waitS) })
        }
      >
        {t('claim.synchronise')}
      </Button>
      {send.isSuccess && left > 0 && <Banner tone="good">{t('claim.synchronising')}</Banner>}
      {send.error && <Banner tone="bad">{errorText(send.error)}</Banner>}
    </>
  )
}
