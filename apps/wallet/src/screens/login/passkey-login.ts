import { beginPasskeyLogin, logInByPasskey } from '@btbc/contract/own-passkeys.ts'
import { signByPasskey } from '@btbc/ui/passkeys.ts'

import { send } from '#api/call.ts'

/** Asks the device for a passkey of this site; the token of whoever it belongs to, or nothing. */
export async function tokenByPasskey(remember: boolean): Promise<string | undefined> {
  const begun = await send(beginPasskeyLogin, {})
  const credential = await signByPasskey(begun.options)
  if (!credential) return undefined
  return await send(logInByPasskey, { challenge_id: begun.challenge_id, credential, remember })
}
