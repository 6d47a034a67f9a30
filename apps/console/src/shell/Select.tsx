import { ChevronDown } from 'lucide-react'
import { useId } from 'react'

type SelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  choices: readonly { value: string; label: string }[]
}

/** One of many, with the list of the system: a desk has room and a keyboard. */
export function Select({ label, value, onChange, choices }: SelectProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small text-mut">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-13.5 w-full appearance-none rounded-control border border-ctl bg-s2 px-4 pr-10 text-input text-tx focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-ac"
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={18}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-mut"
        />
      </div>
    </div>
  )
}
