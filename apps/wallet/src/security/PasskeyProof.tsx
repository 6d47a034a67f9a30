import { type beginStepUp, proveStepUp } from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { signByPasskey } from '@btbc/ui/passkeys.ts'
import { KeyRound } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'

type PasskeyProofProps = {
  begun: Answer<typeof beginStepUp>
  onProved: (proof: string) => void
}

/** A tap, and the device asks for finger, face or PIN. */
export function PasskeyProof({ begun, onProved }: PasskeyProofProps) {
  const t = useText()
  const form = useForm({ fields: {} })
  const { mutateAsync } = useSend(proveStepUp, { quiet: true })

  async function prove() {
    const credential = begun.options && (await signByPasskey(begun.options))
    if (!credential) {
      form.show({ form: t('session.passkeyInterrupted') })
      return
    }
    const request = { challenge_id: begun.challenge_id, method: 'passkey' as const, credential }
    onProved((await mutateAsync({ request })).proof)
  }

  return (
    <div className="grid gap-4">
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button
        busy={form.busy}
        icon={<KeyRound size={20} aria-hidden />}
        onClick={() => void form.submit({}, prove)}
      >
        {t('security.usePasskey')}
      </Button>
    </div>
  )
}
