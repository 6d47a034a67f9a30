import type { StepUpMethod } from '@btbc/contract/security.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { CodePad } from '@btbc/ui/CodePad.tsx'
import { useSecondsUntil } from '@btbc/ui/countdown.ts'
import { useEffect, useRef, useState } from 'react'

import { CallRefused, post, type Answer } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

type Begun = Answer<'/security/step_up'>

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
  const { pin, setPin, code, setCode, busy, error, setError, prove } = useProof(
    begun,
    method,
    onProved,
  )
  const [isPinDone, setPinDone] = useState(!needsPin)
  const sending = useSending(isSent && isPinDone, setError)
  const label = {
    code: t('security.codeSentTo', { address: begun.sent_to }),
    pin_code: t('security.codeSentTo', { address: begun.sent_to }),
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
          onChange={setPin}
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
        onChange={setCode}
        error={error}
        onEnter={() => void prove()}
      />
      {isSent && <SendAgain {...sending} />}
      <Button
        busy={busy}
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

function useProof(
  begun: Begun,
  method: TypedProofProps['method'],
  onProved: (proof: string) => void,
) {
  const errorText = useErrorText()
  const [pin, setPin] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function prove() {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      const request = { challenge_id: begun.challenge_id, method, code }
      const { proof } = await post('/security/step_up/prove', {
        ...request,
        ...(method === 'pin_code' && { pin }),
      })
      onProved(proof)
    } catch (failure) {
      setCode('')
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }

  return {
    pin,
    setPin,
    code,
    setCode: (next: string) => {
      setError(undefined)
      setCode(next)
    },
    busy,
    error,
    setError,
    prove,
  }
}

/** Sends the code as soon as it is asked for and may be sent, and again when the member wants. */
function useSending(isWanted: boolean, setError: (text: string) => void) {
  const errorText = useErrorText()
  const [resendAt, setResendAt] = useState(0)
  const wasAsked = useRef(false)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function send() {
    try {
      const { resend_s: wait } = await post('/pay/check_mobile', {})
      setResendAt(Date.now() + wait * 1000)
    } catch (error) {
      if (!(error instanceof CallRefused) || error.code !== 'resend_wait')
        return setError(errorText(error))
      // The last one may have been used: a new one follows by itself.
      const waitMs = Number(error.details.wait_s ?? 0) * 1000
      setResendAt(Date.now() + waitMs)
      later.current = setTimeout(() => void send(), waitMs)
    }
  }

  useEffect(() => {
    if (!isWanted || wasAsked.current) return
    wasAsked.current = true
    void send()
  })
  useEffect(() => () => clearTimeout(later.current), [])

  return { resendAt, send }
}

function SendAgain({ resendAt, send }: { resendAt: number; send: () => Promise<void> }) {
  const t = useText()
  const left = useSecondsUntil(resendAt)
  return (
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
  )
}
