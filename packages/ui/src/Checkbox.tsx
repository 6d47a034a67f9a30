import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import { FieldNote } from '#FieldNote.tsx'

type CheckboxProps = {
  label: ReactNode
  name?: string
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
}

/** A tick, with what it means beside it. */
export function Checkbox({ label, name, checked, onChange, error }: CheckboxProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            type="checkbox"
            name={name}
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-note` : undefined}
            className={clsx(
              'peer size-6 appearance-none rounded-[0.4375rem] border bg-s2 checked:border-acf checked:bg-acf',
              error ? 'border-dn' : 'border-ctl',
            )}
          />
          <Check
            size={18}
            strokeWidth={3}
            aria-hidden
            className="pointer-events-none absolute hidden text-onac peer-checked:block"
          />
        </span>
        <span className="flex-1 py-2">{label}</span>
      </label>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
