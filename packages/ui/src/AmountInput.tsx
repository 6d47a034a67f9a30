import { useEffect, useId, useRef, useState } from 'react'

import { displayTyped, type Written } from '#typed-amount.ts'
import { useWords } from '#words.ts'

type AmountInputProps = {
  label: string
  /** The sheet it stands in says it already. */
  isTitled: boolean
  written: Written
  onEdit: (text: string) => void
  onPaste: (text: string) => void
  onChoose: (amount: string) => void
  unit: string
  onEnter: (() => void) | undefined
}

/** The big figure of the pad: a real input without a system keyboard. */
export function AmountInput(props: AmountInputProps) {
  const { label, isTitled, written, onEdit, onPaste, unit, onEnter } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Hardware keys and pasting work at once; no system keyboard comes up.
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  /** An input method is at it: until it is done, the text is its own. */
  const [composed, setComposed] = useState<string>()
  return (
    <div className="grid gap-2">
      {/* A long label has a line of its own: the figure is never cut for it. */}
      <div className="flex flex-wrap items-baseline gap-x-2">
        <label htmlFor={id} className={isTitled ? 'sr-only' : 'text-small text-mut'}>
          {label}
        </label>
        <span className="flex min-w-0 flex-1 basis-72 items-baseline gap-2">
          <input
            ref={input}
            id={id}
            inputMode="none"
            autoComplete="off"
            value={composed ?? written.text}
            placeholder="0"
            aria-describedby={`${id}-unit`}
            onChange={({ target, nativeEvent }) => {
              if ((nativeEvent as InputEvent).isComposing) setComposed(target.value)
              else onEdit(target.value)
            }}
            onCompositionEnd={({ currentTarget }) => {
              setComposed(undefined)
              onEdit(currentTarget.value)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && composed === undefined) onEnter?.()
            }}
            onPaste={(event) => {
              event.preventDefault()
              onPaste(event.clipboardData.getData('text'))
            }}
            className="num w-full min-w-0 flex-1 bg-transparent text-right text-display font-semibold outline-none placeholder:text-tx"
          />
          <span id={`${id}-unit`} className="text-mut">
            {unit}
          </span>
        </span>
      </div>
      <Doubt {...props} />
    </div>
  )
}

/** What was written is no amount, is more exact than the currency, or may be two amounts: which? */
function Doubt({ written: { doubt }, onChoose }: AmountInputProps) {
  const words = useWords()
  return (
    <div role="status" className="grid gap-2">
      {doubt?.kind === 'unreadable' && (
        <p className="text-right text-small text-dn">{words.pasteUnreadable}</p>
      )}
      {doubt?.kind === 'decimals' && (
        <p className="text-right text-small text-warn">{words.noMoreDecimals}</p>
      )}
      {doubt?.kind === 'ambiguous' && (
        <>
          <p className="text-small text-warn">{words.pasteAmbiguous}</p>
          <div className="grid grid-cols-2 gap-2">
            {doubt.amounts.map((reading) => (
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
        </>
      )}
    </div>
  )
}
