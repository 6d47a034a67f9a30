import { useId, type ReactNode } from 'react'

type SwitchProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, at once. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex min-h-13 items-center justify-between gap-4">
      <label htmlFor={id} className="flex-1 cursor-pointer py-2">
        {label}
        {hint !== undefined && <span className="block text-small text-sub">{hint}</span>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-8 w-13 shrink-0 cursor-pointer appearance-none rounded-chip border border-ctl bg-s3 transition-colors before:absolute before:top-[0.1875rem] before:left-[0.1875rem] before:size-6 before:rounded-chip before:bg-ctl before:transition-transform checked:border-acf checked:bg-acf checked:before:translate-x-5 checked:before:bg-onac"
      />
    </div>
  )
}
