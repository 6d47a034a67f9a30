import { clsx } from 'clsx'
import { useId } from 'react'

type RadioRowProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string; className: string }[]
  value: Value
  onChange: (value: Value) => void
  className: string
}

/** One of two, side by side; radio buttons underneath. The looks of each come from outside. */
export function RadioRow<Value extends string>(props: RadioRowProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{props.legend}</legend>
      <div className={props.className}>
        {props.options.map(({ value, label, className }) => (
          <label
            key={value}
            className={clsx(
              'press grid cursor-pointer place-items-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ac has-checked:font-semibold',
              className,
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
