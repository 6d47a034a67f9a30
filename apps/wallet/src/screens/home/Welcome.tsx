import { markWelcomeSeen } from '@btbc/contract/account.ts'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { WelcomeSheet } from '#joining/WelcomeSheet.tsx'

/** Once per account, after the welcome grant was paid; it can be opened again from the notices. */
export function Welcome() {
  const seen = useSend(markWelcomeSeen)
  const [closed, setClosed] = useState(false)
  function close() {
    setClosed(true)
    seen.mutate({ request: {} })
  }
  return <WelcomeSheet open={!closed} onClose={close} />
}
