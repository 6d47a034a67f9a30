import { Delete } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { AmountInput } from '#AmountInput.tsx'
import { formatsOf } from '#display-amount.ts'
import { tick } from '#haptics.ts'
import { PadKey } from '#PadKey.tsx'
import { editAmount, writeAmount, type Written } from '#typed-amount.ts'
import { useWords } from '#words.ts'

type AmountPadProps = {
  label: string
  /** The sheet has the same title: the label is for readers only. */
  isTitled?: boolean
  /** Canonical, as in '12.5'; '' for nothing yet. */
  value: string
  /** Hears amounts only, '' while none can be told: marks that say nothing yet stay with the pad. */
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

/** The heavy half of AmountPad; import AmountPad.tsx instead. */
export function AmountKeypad(props: AmountPadProps) {
  const { label, isTitled = false, value, onChange, unit, decimals, chips = [] } = props
  const { note, onEnter } = props
  const words = useWords()
  const place = { locale: words.locale, decimals }
  const [last, setLast] = useState<Written>()
  // What was given from outside since then counts.
  const written = last?.amount === value ? last : writeAmount(value, place)
  const write = (next: Written) => {
    setLast(next)
    onChange(next.amount)
  }
  const edit = (text: string) => write(editAmount(written, text, place))
  const give = (amount: string) => write(writeAmount(amount, place))
  const point = formatsOf(words.locale).decimal
  const press = (key: string) => {
    tick()
    if (key !== point || !written.text.includes(point)) edit(written.text + key)
  }
  const erase = () => {
    tick()
    edit(written.text.slice(0, -1))
  }
  return (
    <div className="grid gap-2">
      <AmountInput
        label={label}
        isTitled={isTitled}
        written={written}
        onEdit={edit}
        onPaste={(text) => write(editAmount(writeAmount('', place), text, place))}
        onChoose={give}
        unit={unit}
        onEnter={onEnter}
      />
      {note !== undefined && <div className="min-h-6 text-right text-small text-mut">{note}</div>}
      {chips.length > 0 && (
        <div className="grid auto-cols-fr grid-flow-col gap-2">
          {chips.map((chip) => (
            <PadKey key={chip.label} name={chip.label} onPress={() => give(chip.value)} chip />
          ))}
        </div>
      )}
      <div role="group" aria-label={words.keypad} className="num grid grid-cols-3 gap-2">
        {digits.map((digit) => (
          <PadKey key={digit} name={digit} onPress={() => press(digit)} />
        ))}
        {decimals > 0 ? (
          <PadKey name={words.decimalPoint} onPress={() => press(point)}>
            {point}
          </PadKey>
        ) : (
          <span />
        )}
        <PadKey name="0" onPress={() => press('0')} />
        <PadKey name={words.deleteDigit} onPress={erase}>
          <Delete size={24} aria-hidden />
        </PadKey>
      </div>
    </div>
  )
}
