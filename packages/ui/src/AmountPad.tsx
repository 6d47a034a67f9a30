import { Delete } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { AmountInput } from '#AmountInput.tsx'
import { pressKey } from '#amount-keys.ts'
import { formatsOf } from '#display-amount.ts'
import { tick } from '#haptics.ts'
import { PadKey } from '#PadKey.tsx'
import { useWords } from '#words.ts'

type AmountPadProps = {
  label: string
  /** Canonical, as in '12.5'; '' for nothing yet. */
  value: string
  /** Hears amounts only: a point that nothing follows yet stays with the pad. */
  onChange: (value: string) => void
  unit: string
  /** 0 for whole numbers: the pad then has no point. */
  decimals: number
  chips?: readonly { label: string; value: string }[]
  /** Below the figure: what it costs, what is left, what is wrong. */
  note?: ReactNode
  /** Enter, on a hardware keyboard. */
  onEnter?: () => void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Our own keypad: the page never jumps for a system keyboard. Hardware keys and pasting work too. */
export function AmountPad(props: AmountPadProps) {
  const { label, value, onChange, unit, decimals, chips = [], note, onEnter } = props
  const words = useWords()
  /** The amount that a point was typed after. */
  const [pointed, setPointed] = useState<string>()
  const typed = value === pointed ? `${value}.` : value
  const type = (next: string) => {
    const amount = next.replace(/\.$/, '')
    setPointed(amount === next ? undefined : amount)
    onChange(amount)
  }
  const press = (key: string) => {
    tick()
    type(pressKey(typed, key, decimals))
  }
  return (
    <div className="grid gap-2">
      <AmountInput
        label={label}
        value={typed}
        onChange={type}
        unit={unit}
        decimals={decimals}
        {...(onEnter && { onEnter })}
      />
      {note !== undefined && <div className="min-h-6 text-right text-small text-mut">{note}</div>}
      {chips.length > 0 && (
        <div className="grid auto-cols-fr grid-flow-col gap-2">
          {chips.map((chip) => (
            <PadKey key={chip.label} name={chip.label} onPress={() => type(chip.value)} chip />
          ))}
        </div>
      )}
      <div role="group" aria-label={words.keypad} className="num grid grid-cols-3 gap-2">
        {digits.map((digit) => (
          <PadKey key={digit} name={digit} onPress={() => press(digit)} />
        ))}
        {decimals > 0 ? (
          <PadKey name={words.decimalPoint} onPress={() => press('.')}>
            {formatsOf(words.locale).decimal}
          </PadKey>
        ) : (
          <span />
        )}
        <PadKey name="0" onPress={() => press('0')} />
        <PadKey name={words.deleteDigit} onPress={() => press('Backspace')}>
          <Delete size={24} aria-hidden />
        </PadKey>
      </div>
    </div>
  )
}
