import { say } from '@btbc/contract/operator/operator-text.ts'
import { askOperatorPasskey } from '@btbc/contract/operator/passkey.ts'
import { signByPasskey } from '@btbc/ui/passkeys.ts'

import type { Ask } from '#api/call.ts'
import { useAct } from '#api/query.ts'

type Act = Ask<typeof askOperatorPasskey>

export const interrupted = { form: say('passkeys.interrupted') }
const CODE = /^\d{6}$/

/** What is wrong with a code that was typed; without one, a passkey confirms where there is any. */
export function codeFault(code: string, hasPasskeys: boolean): { code?: string } {
  const isRight = CODE.test(code) || (code === '' && hasPasskeys)
  return isRight ? {} : { code: say('passkeys.codeMissing') }
}

/** Proves by the typed code, or by a passkey, that it is the operator who asks; nothing when they turn away. */
export function useOwnProof() {
  const { mutateAsync } = useAct(askOperatorPasskey)
  return async (code: string, act: Act) => {
    if (code !== '') return { code }
    const { challenge_id, options } = await mutateAsync(act)
    const credential = await signByPasskey(options)
    return credential && { challenge_id, credential }
  }
}
