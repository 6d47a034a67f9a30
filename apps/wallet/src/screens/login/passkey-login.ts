import { beginPasskeyLogin, logInByPasskey } from '@btbc/contract/security.ts'
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'

import { send } from '#api/call.ts'

/** Asks the device for a passkey of this site; the token of whoever it belongs to, or nothing. */
export async function tokenByPasskey(remember: boolean): Promise<string | undefined> {
  const begun = await send(beginPasskeyLogin, {})
  const optionsJSON = begun.options as unknown as PublicKeyCredentialRequestOptionsJSON
  // What the browser says about itself is not for the member.
  const credential = await startAuthentication({ optionsJSON }).catch(() => undefined)
  if (!credential) return undefined
  return await send(logInByPasskey, { challenge_id: begun.challenge_id, credential, remember })
}
