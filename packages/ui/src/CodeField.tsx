import { useEffect, useState } from 'react'

import { Field, type FieldProps } from '#Field.tsx'
import { useWords } from '#words.ts'

type CodeFieldProps = Omit<FieldProps, 'type' | 'trailing' | 'onChange' | 'value'> & {
  value: string
  onChange: (code: string) => void
  /**
   * Sends a code and answers after how many seconds it may be sent again.
   * When it fails the button is live again at once: answer undefined.
   */
  onSend: () => Promise<number | undefined>
  sendDisabled?: boolean
}

/** A sent code, with its Send button beside it. Pasting and one-time-code autofill work. */
export function CodeField({ value, onChange, onSend, sendDisabled, ...rest }: CodeFieldProps) {
  return (
    <Field
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\s/g, ''))}
      trailing={<SendButton onSend={onSend} disabled={sendDisabled ?? false} />}
    />
  )
}

function SendButton({ onSend, disabled }: { onSend: CodeFieldProps['onSend']; disabled: boolean }) {
  const words = useWords()
  const [sending, setSending] = useState(false)
  const [freeAt, setFreeAt] = useState(0)
  const left = useSecondsUntil(freeAt)
  const held = sending || left > 0 || disabled

  async function send() {
    setSending(true)
    try {
      const waitSeconds = await onSend()
      if (waitSeconds !== undefined) setFreeAt(performance.now() + waitSeconds * 1000)
    } finally {
      setSending(false)
    }
  }

  return (
    <button
      type="button"
      aria-disabled={held || undefined}
      onClick={() => {
        if (!held) void send()
      }}
      className="press num mr-1 min-h-11 shrink-0 rounded-control px-3 text-small font-semibold text-ac aria-disabled:text-sub"
    >
      {left > 0 ? words.resendIn(left) : words.sendCode}
    </button>
  )
}

function useSecondsUntil(moment: number): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    function update() {
      setLeft(Math.max(0, Math.ceil((moment - performance.now()) / 1000)))
    }
    update()
    if (moment <= performance.now()) return undefined
    const timer = setInterval(update, 500)
    return () => clearInterval(timer)
  }, [moment])
  return left
}
