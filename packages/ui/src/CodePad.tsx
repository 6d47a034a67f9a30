import { clsx } from 'clsx'
import { Delete } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'

import { FieldNote } from '#FieldNote.tsx'
import { tick } from '#haptics.ts'
import { inLatinDigits, isComposing, toLatinDigits } from '#latin-digits.ts'
import { PadKey } from '#PadKey.tsx'
import { useWords } from '#words.ts'

type CodePadProps = {
  label: string
  value: string
  onChange: (value: string) => void
  length: number
  /** A PIN is shown as dots; a sent code may be read over a shoulder. */
  secret?: boolean
  error?: string | undefined
  /** Enter, on a hardware keyboard. */
  onEnter?: () => void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Digits typed on our own keypad, inside a sheet; hardware keys and pasting work too. */
export function CodePad(props: CodePadProps) {
  const { label, value, onChange, length, secret = false, error, onEnter } = props
  const words = useWords()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // Whoever has a keyboard types at once; who chooses between ways to confirm keeps the focus there.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) field.current?.focus()
  }, [])
  const read = (text: string) => toLatinDigits(text).replaceAll(/\D/g, '').slice(0, length)
  const take = (text: string) => onChange(read(text))
  const press = (next: string) => {
    tick()
    take(next)
  }
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-small text-mut">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        // Our own keypad is below: the system keyboard would cover the sheet.
        inputMode="none"
        type={secret ? 'password' : 'text'}
        autoComplete={secret ? 'off' : 'one-time-code'}
        {...inLatinDigits({ value, onChange: ({ target }) => onChange(target.value) }, read)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !isComposing(nativeEvent)) onEnter?.()
        }}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        className={clsx(
          'num min-h-14 w-full min-w-0 rounded-control border bg-s2 px-4 text-center text-title tracking-[0.4em] text-tx',
          error === undefined ? 'border-ctl' : 'border-dn',
        )}
      />
      <FieldNote id={`${id}-note`} error={error} />
      <div role="group" aria-label={words.keypad} className="num grid grid-cols-3 gap-2">
        {digits.map((digit) => (
          <PadKey key={digit} name={digit} onPress={() => press(value + digit)} />
        ))}
        <span />
        <PadKey name="0" onPress={() => press(`${value}0`)} />
        <PadKey name={words.deleteDigit} onPress={() => press(value.slice(0, -1))}>
          <Delete size={24} aria-hidden />
        </PadKey>
      </div>
    </div>
  )
}
