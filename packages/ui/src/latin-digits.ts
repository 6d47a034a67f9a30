/** The digits of Bengali and of full-width keyboards, as the rest of the house writes them. */
export function toLatinDigits(text: string): string {
  return text
    .replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
    .replaceAll(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
}

type Typed = { onChange: (event: { target: { value: string } }) => void }

/** For a field of digits: `{...inLatinDigits(form.field('pin'))}`. */
export function inLatinDigits<Field extends Typed>(field: Field): Field {
  const onChange: Typed['onChange'] = ({ target }) =>
    field.onChange({ target: { value: toLatinDigits(target.value) } })
  return { ...field, onChange }
}
