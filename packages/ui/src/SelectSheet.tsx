import { Check, ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'

import { Sheet } from '#Sheet.tsx'
import { useWords } from '#words.ts'

export type Choice = {
  value: string
  label: string
  detail?: string
  /** BCP-47 tag when the label is not in the language of the page. */
  lang?: string
}

type SelectSheetProps = {
  label: string
  choices: readonly Choice[]
  value: string | undefined
  onChange: (value: string) => void
  error?: string | undefined
  /** Shown instead of the field when the choice may no longer be changed. */
  hint?: string | undefined
}

/** A field that opens a sheet with the choices. */
export function SelectSheet({ label, choices, value, onChange, error, hint }: SelectSheetProps) {
  const words = useWords()
  const id = useId()
  const [open, setOpen] = useState(false)
  const chosen = choices.find((choice) => choice.value === value)
  const note = error ?? hint
  return (
    <div className="grid gap-1.5">
      <span id={`${id}-label`} className="text-small text-mut">
        {label}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={note ? `${id}-note` : undefined}
        onClick={() => setOpen(true)}
        className="press flex min-h-13 items-center justify-between gap-2 rounded-control border border-ctl bg-s2 px-4 text-left text-[1rem]"
      >
        <span id={`${id}-value`} className={chosen ? undefined : 'text-sub'}>
          {chosen?.label ?? words.chooseOne}
        </span>
        <ChevronDown size={18} aria-hidden className="shrink-0 text-mut" />
      </button>
      {note && (
        <p id={`${id}-note`} className={error ? 'text-small text-dn' : 'text-small text-sub'}>
          {note}
        </p>
      )}
      <Sheet open={open} onOpenChange={setOpen} title={label}>
        <ChoiceList
          legend={label}
          choices={choices}
          value={value}
          onChoose={(next) => {
            onChange(next)
            setOpen(false)
          }}
        />
      </Sheet>
    </div>
  )
}

type ChoiceListProps = {
  legend: string
  choices: readonly Choice[]
  value: string | undefined
  onChoose: (value: string) => void
}

/** The choices themselves, for a sheet that is opened by something else than a field. */
export function ChoiceList({ legend, choices, value, onChoose }: ChoiceListProps) {
  return (
    <div role="group" aria-label={legend} className="grid">
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          lang={choice.lang}
          onClick={() => onChoose(choice.value)}
          className="press flex min-h-13 items-center justify-between gap-3 border-b border-line px-1 text-left last:border-b-0"
        >
          <span>{choice.label}</span>
          <span className="num flex items-center gap-2 text-mut">
            {choice.detail}
            {choice.value === value && <Check size={20} aria-hidden className="text-ac" />}
          </span>
        </button>
      ))}
    </div>
  )
}
