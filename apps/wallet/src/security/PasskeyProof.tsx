import {
  startAuthentication,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { CallRefused, post, type Answer } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

type PasskeyProofProps = {
  begun: Answer<'/security/step_up'>
  onProved: (proof: string) => void
}

/** A tap, and the device asks for finger, face or PIN. */
export function PasskeyProof({ begun, onProved }: PasskeyProofProps) {
  const t = useText()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function prove() {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      const optionsJSON = begun.options as unknown as PublicKeyCredentialRequestOptionsJSON
      const credential = await startAuthentication({ optionsJSON })
      const request = { challenge_id: begun.challenge_id, method: 'passkey' as const, credential }
      onProved((await post('/security/step_up/prove', request)).proof)
    } catch (failure) {
      // Whatever the browser says about itself is not for the member; what the server says is.
      setError(
        failure instanceof CallRefused ? errorText(failure) : t('security.passkeyInterrupted'),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-4">
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
      <Button busy={busy} icon={<KeyRound size={20} aria-hidden />} onClick={() => void prove()}>
        {t('security.usePasskey')}
      </Button>
    </div>
  )
}
