import { useState } from 'react'

import { useSecondsUntil } from '#countdown.ts'
import { Field, type FieldProps } from '#Field.tsx'
import { inLatinDigits, toLatinDigits } from '#latin-digits.ts'
import { useWords } from '#words.ts'

type SendProps = {
  /** Sends a code. When that fails the button is live again at once. */
  onSend: () => Promise<void>
  /** Wall-clock ms until which the next sending waits. The screen keeps it, also over a reload. */
  resendAt: number
}

type CodeFieldProps = Omit<FieldProps, 'type' | 'trailing' | 'onChange' | 'value'> &
  SendProps & {
    value: string
    onChange: (code: string) => void
  }

/** A sent code, with its Send button beside it. Pasting and one-time-code autofill work. */
export function CodeField({ value, onChange, onSend, resendAt, ...rest }: CodeFieldProps) {
  return (
    <Field
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      {...rest}
      {...inLatinDigits({ value, onChange: ({ target }) => onChange(target.value) }, inOnePiece)}
      trailing={<SendButton onSend={onSend} resendAt={resendAt} />}
    />
  )
}

function inOnePiece(typed: string): string {
  return toLatinDigits(typed).replaceAll(/\s/g, '')
}

function SendButton({ onSend, resendAt }: SendProps) {
  const words = useWords()
  const [sending, setSending] = useState(false)
  const left = useSecondsUntil(resendAt)
  const held = sending || left > 0

  async function send() {
    setSending(true)
    try {
      await onSend()
    } finally {
      setSending(false)
    }
  }

  return (
    <button
      type="button"
      aria-disabled={held || undefined}
      aria-label={left > 0 ? `${words.sendCode}: ${words.resendIn(left)}` : undefined}
      onClick={() => {
        if (!held) void send()
      }}
      className="press num mr-1 min-h-11 shrink-0 rounded-control px-3 text-small font-semibold text-ac aria-disabled:text-sub"
    >
      {left > 0 ? words.resendIn(left) : words.sendCode}
    </button>
  )
}
