import { CallRefused } from '@btbc/client/client.ts'
import {
  type beginStepUp,
  proveStepUp,
  requestConfirmationCode,
  type StepUpMethod,
} from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { CodePad } from '@btbc/ui/CodePad.tsx'
import { useSecondsUntil } from '@btbc/ui/countdown.ts'
import { useEffect, useEffectEvent, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useErrorText, useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'

type Begun = Answer<typeof beginStepUp>

type TypedProofProps = {
  begun: Begun
  method: Exclude<StepUpMethod, 'passkey'>
  onProved: (proof: string) => void
}

const CODE_LENGTH = 6
const RECOVERY_LENGTH = 10

/** A proof of digits: a sent code, an authenticator's code, the fund PIN, a recovery code. */
export function TypedProof({ begun, method, onProved }: TypedProofProps) {
  const t = useText()
  const needsPin = method === 'pin_code'
  const isSent = method === 'code' || needsPin
  const length = method === 'recovery' ? RECOVERY_LENGTH : CODE_LENGTH
  const { form, isPinDone, setPinDone, prove } = useTyped(begun, method, onProved)
  const { pin, code } = form.values
  const error = form.errors.form
  const sending = useSendingCode(begun, isSent && isPinDone)
  // Said once it is so: not while one waits, and not when it was refused.
  const sentLabel = t(sending.state === 'sent' ? 'security.codeSentTo' : 'security.codeFor', {
    address: begun.sent_to,
  })
  const label = {
    code: sentLabel,
    pin_code: sentLabel,
    totp: t('security.totpCode'),
    recovery: t('security.recoveryCode'),
  }[method]

  if (!isPinDone) {
    const goOn = () => {
      if (pin.length === CODE_LENGTH) setPinDone(true)
    }
    return (
      <div className="grid gap-4">
        <CodePad
          key="pin"
          label={t('security.fundPin')}
          secret
          length={CODE_LENGTH}
          value={pin}
          onChange={(next) => form.edit({ pin: next })}
          error={error}
          onEnter={goOn}
        />
        <Button
          onClick={goOn}
          disabledReason={pin.length < CODE_LENGTH ? t('security.sixDigits') : undefined}
        >
          {t('security.next')}
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <CodePad
        key="code"
        label={label}
        length={length}
        value={code}
        onChange={(next) => form.edit({ code: next })}
        error={error}
        onEnter={() => void prove()}
      />
      {isSent && <SendAgain {...sending} />}
      <Button
        busy={form.busy}
        onClick={() => void prove()}
        disabledReason={
          code.length < length ? t('security.digitsMissing', { count: length }) : undefined
        }
      >
        {t('security.confirm')}
      </Button>
    </div>
  )
}

function useTyped(
  begun: Begun,
  method: TypedProofProps['method'],
  onProved: (proof: string) => void,
) {
  const form = useForm({ fields: { pin: '', code: '' } })
  const [isPinDone, setPinDone] = useState(method !== 'pin_code')
  const { mutateAsync } = useSend(proveStepUp, { quiet: true })

  async function prove() {
    const { pin, code } = form.values
    const refused = await form.submit({}, async () => {
      const request = { challenge_id: begun.challenge_id, method, code }
      const withPin = method === 'pin_code' ? { ...request, pin } : request
      onProved((await mutateAsync({ request: withPin })).proof)
    })
    if (refused === undefined) return
    // Which of the two was wrong is not said: both are typed again.
    form.set({ pin: '', code: '' })
    setPinDone(method !== 'pin_code')
  }

  return { form, isPinDone, setPinDone, prove }
}

type Sending = { resendAt: number; state: 'waiting' | 'sent' | 'failed'; failure?: unknown }

/** Asks for a code; says from when the next may be asked for, and whether this one was sent. */
function useAskForCode({ challenge_id }: Begun): () => Promise<Sending> {
  const { mutateAsync } = useSend(requestConfirmationCode, { quiet: true })
  return async () => {
    try {
      const { resend_s: wait } = await mutateAsync({ request: { challenge_id } })
      return { resendAt: Date.now() + wait * 1000, state: 'sent' }
    } catch (failure) {
      if (!(failure instanceof CallRefused) || failure.code !== 'resend_wait')
        return { resendAt: 0, state: 'failed', failure }
      // The last one may have been used: a new one follows by itself.
      const waitMs = Number(failure.details.wait_s ?? 0) * 1000
      return { resendAt: Date.now() + waitMs, state: 'waiting' }
    }
  }
}

/** Sends the code as soon as it is asked for and may be sent, and again when the member wants. */
function useSendingCode(begun: Begun, isWanted: boolean) {
  const [sending, setSending] = useState<Sending>({ resendAt: 0, state: 'waiting' })
  const ask = useAskForCode(begun)
  const send = useEffectEvent(async () => setSending(await ask()))
  useEffect(() => {
    if (!isWanted || sending.state !== 'waiting') return undefined
    const waitMs = Math.max(0, sending.resendAt - Date.now())
    const timer = setTimeout(() => void send(), waitMs)
    return () => clearTimeout(timer)
  }, [isWanted, sending])
  return { ...sending, send: async () => setSending(await ask()) }
}

function SendAgain({ resendAt, state, failure, send }: Sending & { send: () => Promise<void> }) {
  const t = useText()
  const errorText = useErrorText()
  const left = useSecondsUntil(resendAt)
  return (
    <div className="grid gap-2">
      {state === 'waiting' && left > 0 && (
        <p className="text-small text-mut">{t('security.codeComes')}</p>
      )}
      {failure !== undefined && <Banner tone="bad">{errorText(failure)}</Banner>}
      <button
        type="button"
        aria-disabled={left > 0 || undefined}
        onClick={() => {
          if (left === 0) void send()
        }}
        className="press num min-h-11 justify-self-center rounded-control px-3 text-small font-semibold text-ac aria-disabled:text-sub"
      >
        {left > 0 ? t('security.sendAgainIn', { seconds: left }) : t('security.sendAgain')}
      </button>
    </div>
  )
}
