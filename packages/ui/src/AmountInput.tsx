import { useEffect, useId, useRef, useState } from 'react'

import { fitAmount, pressKey } from '#amount-keys.ts'
import { displayTyped, readPastedAmount, readTyped } from '#typed-amount.ts'
import { useWords } from '#words.ts'

type AmountInputProps = {
  label: string
  value: string
  onChange: (value: string) => void
  unit: string
  decimals: number
  onEnter?: () => void
}

/** The big figure of the pad: a real input without a system keyboard. It asks when a pasted amount can be read two ways. */
export function AmountInput({ label, value, onChange, unit, decimals, onEnter }: AmountInputProps) {
  const words = useWords()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Hardware keys and pasting work at once; no system keyboard comes up.
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  const [readings, setReadings] = useState<readonly string[]>([])
  const [unreadable, setUnreadable] = useState(false)

  function change(next: string) {
    setReadings([])
    setUnreadable(false)
    onChange(next)
  }

  function paste(text: string) {
    const pasted = readPastedAmount(text)
    if (pasted.kind === 'amount') change(fitAmount(pasted.amount, decimals))
    else if (pasted.kind === 'ambiguous') setReadings(pasted.amounts)
    else setUnreadable(true)
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-end gap-2">
        <label htmlFor={id} className="mr-auto text-small text-mut">
          {label}
        </label>
        <input
          ref={input}
          id={id}
          inputMode="none"
          autoComplete="off"
          value={value === '' ? '' : displayTyped(value, words.locale)}
          placeholder="0"
          aria-describedby={`${id}-unit`}
          onChange={(event) =>
            change(fitAmount(readTyped(event.target.value, words.locale), decimals))
          }
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return
            if (event.key === 'Enter') onEnter?.()
            else if (/^([\d.,]|Backspace)$/.test(event.key)) {
              event.preventDefault()
              change(pressKey(value, event.key, decimals))
            }
          }}
          onPaste={(event) => {
            event.preventDefault()
            paste(event.clipboardData.getData('text'))
          }}
          className="num w-full min-w-0 flex-1 bg-transparent text-right text-display font-semibold outline-none placeholder:text-tx"
        />
        <span id={`${id}-unit`} className="text-mut">
          {unit}
        </span>
      </div>
      <PasteQuestion
        readings={readings}
        unreadable={unreadable}
        onChoose={(reading) => change(fitAmount(reading, decimals))}
      />
    </div>
  )
}

type PasteQuestionProps = {
  readings: readonly string[]
  unreadable: boolean
  onChoose: (reading: string) => void
}

/** '1,234' was pasted: which of the two was meant? */
function PasteQuestion({ readings, unreadable, onChoose }: PasteQuestionProps) {
  const words = useWords()
  return (
    <div role="status" className="grid gap-2">
      {unreadable && <p className="text-right text-small text-dn">{words.pasteUnreadable}</p>}
      {readings.length > 0 && <p className="text-small text-warn">{words.pasteAmbiguous}</p>}
      {readings.length > 0 && (
        <div className="grid grid-cols-2 gap-2">
          {readings.map((reading) => (
            <button
              key={reading}
              type="button"
              onClick={() => onChoose(reading)}
              className="press num min-h-11 rounded-control border border-ctl"
            >
              {displayTyped(reading, words.locale)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
