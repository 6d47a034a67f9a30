import { newKey } from '@btbc/client/client.ts'
import { rememberInvite } from '@btbc/contract/account.ts'
import { useEffect, useState } from 'react'

import { send } from '#api/call.ts'
import { store, stored } from '#storage.ts'

/** What the server knows about an invite code. */
export type Invite = { code: string; known: boolean; inviter: string }

/**
 * The invite code that brought this browser here. The first one stays for 30 days: the server keeps it
 * for a visitor, whose id is only known to this browser.
 */
export function useInvite(linked: string | undefined): Invite | undefined {
  const [invite, setInvite] = useState<Invite>()
  useEffect(() => {
    const code = (linked ?? stored('code') ?? '').trim().slice(0, 32)
    if (code === '') return undefined
    let wanted = true
    async function visit() {
      const answer = await send(rememberInvite, { visitor: visitorId(), extension_code: code })
      if (answer.known) store('code', answer.extension_code)
      if (wanted)
        setInvite({ code: answer.extension_code, known: answer.known, inviter: answer.inviter })
    }
    // The code counts when the account is made, whether or not its owner could be named before.
    visit().catch(() => setInvite((known) => known ?? { code, known: true, inviter: '' }))
    return () => {
      wanted = false
    }
  }, [linked])
  return invite
}

function visitorId(): string {
  const known = stored('visitor')
  if (known !== undefined) return known
  const made = newKey()
  store('visitor', made)
  return made
}
