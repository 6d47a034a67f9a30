import { lookAround } from '@btbc/contract/first-page.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { beginSession } from '#session.ts'
import { Refused } from '#shell/Refused.tsx'
import { isForgetful } from '#storage.ts'

/**
 * Into the sample account, without a form. The app begins anew, as it does for whoever comes back; where
 * nothing can be stored, it goes on to another screen.
 */
export function LookAround() {
  const t = useText()
  const router = useRouter()
  const look = useSend(lookAround, { quiet: true })
  const [entering, setEntering] = useState(false)
  async function enter(token: string) {
    setEntering(true)
    await beginSession(token)
    if (isForgetful) await router.navigate({ href: paths.wallet(), replace: true })
    else location.replace(paths.home())
  }
  return (
    <div className="col-span-2 grid gap-3">
      <Refused error={look.error} />
      <Button
        variant="ghost"
        size="medium"
        busy={look.isPending || entering}
        onClick={() => look.mutate({ request: {} }, { onSuccess: (token) => void enter(token) })}
      >
        {t('firstPage.lookAround')}
      </Button>
    </div>
  )
}
