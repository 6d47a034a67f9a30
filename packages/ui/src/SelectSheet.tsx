import { Check, ChevronDown } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

import { FieldNote } from '#FieldNote.tsx'
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
  /** What the field says; the label of the choice when absent. */
  shown?: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Shown instead of the field when the choice may no longer be changed. */
  hint?: string | undefined
}

/** A field that opens a sheet with the choices. */
export function SelectSheet(props: SelectSheetProps) {
  const { label, choices, value, onChange, error, hint } = props
  const words = useWords()
  const id = useId()
  const [open, setOpen] = useState(false)
  const chosen = choices.find((choice) => choice.value === value)
  const shown = props.shown ?? chosen?.label
  return (
    <div className="grid gap-1.5">
      <span id={`${id}-label`} className="text-small text-mut">
        {label}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        data-invalid={error === undefined ? undefined : true}
        onClick={() => setOpen(true)}
        className="press flex min-h-13 items-center justify-between gap-2 rounded-control border border-ctl bg-s2 px-4 text-left text-input data-invalid:border-dn"
      >
        <span id={`${id}-value`} className={shown === undefined ? 'text-sub' : undefined}>
          {shown ?? words.chooseOne}
        </span>
        <ChevronDown size={18} aria-hidden className="shrink-0 text-mut" />
      </button>
      <FieldNote id={`${id}-note`} error={error}>
        {hint}
      </FieldNote>
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

const TYPING_PAUSE_MS = 800

type ChoiceListProps = {
  legend: string
  choices: readonly Choice[]
  value: string | undefined
  onChoose: (value: string) => void
}

/** The choices themselves, for a sheet that is opened by something else than a field. */
export function ChoiceList({ legend, choices, value, onChoose }: ChoiceListProps) {
  const typed = useRef<Typed>({ text: '', at: -TYPING_PAUSE_MS })
  return (
    <div role="group" aria-label={legend} ref={showPressed} className="grid">
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          lang={choice.lang}
          onClick={() => onChoose(choice.value)}
          onKeyDown={(event) => moveByKey(event, typed)}
          className="press flex min-h-13 scroll-my-16 items-center justify-between gap-3 border-b border-line px-1 text-left last:border-b-0"
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

/** A long list opens at what is chosen. */
function showPressed(list: HTMLDivElement | null): void {
  list?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'center' })
}

type Typed = { text: string; at: number }

/** As in a list of the system: arrows, Home and End, and the first letters of a name. */
function moveByKey(event: KeyboardEvent<HTMLButtonElement>, typed: RefObject<Typed>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const { key, timeStamp, currentTarget } = event
  const buttons = [...(currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const here = buttons.indexOf(currentTarget)
  let next = buttons[placeByKey(key, here, buttons.length)]
  const goesOn = timeStamp - typed.current.at < TYPING_PAUSE_MS
  // A space chooses, unless it stands in a name that is being typed.
  if (key.length === 1 && (key !== ' ' || goesOn)) {
    const text = (goesOn ? typed.current.text : '') + key.toLowerCase()
    typed.current = { text, at: timeStamp }
    next = buttons.find((button) => button.textContent.toLowerCase().startsWith(text))
  }
  if (!next) return
  event.preventDefault()
  next.focus()
}

function placeByKey(key: string, here: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
      return Math.min(here + 1, count - 1)
    case 'ArrowUp':
      return Math.max(here - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}
