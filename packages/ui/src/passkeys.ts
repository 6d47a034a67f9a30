import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/**
 * The browser is asked with what the server says. What it answers when somebody turns away, or it
 * cannot, is in no words for people: then it is nothing.
 */

type Options = Readonly<Record<string, unknown>>

/** Makes a passkey on this device, or nothing. */
export async function makePasskey(options: Options) {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return await startRegistration({ optionsJSON }).catch(() => undefined)
}

/** Signs with a passkey of this device, or nothing. */
export async function signByPasskey(options: Options) {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return await startAuthentication({ optionsJSON }).catch(() => undefined)
}
