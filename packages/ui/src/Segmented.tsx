import { useId } from 'react'

type SegmentedProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, side by side: radio buttons underneath, so arrows and screen readers work. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{props.legend}</legend>
      <div className="track flex flex-wrap">
        {props.options.map(({ value, label }) => (
          <label
            key={value}
            className="press chosen grid min-h-11 flex-1 cursor-pointer place-items-center rounded-[0.625rem] px-2 text-center text-mut has-checked:font-semibold has-checked:text-tx has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ac"
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
