/** The digits of Bengali and what wide keyboards write, as the rest of the house writes it. */
export function toLatinDigits(text: string): string {
  return (
    text
      .replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
      .replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      // The key of the hyphen makes vowels long in Japanese: 090ー1234.
      .replaceAll(/(?<=\d)[ー−](?=\d)/g, '-')
  )
}

type Typed = { target: { value: string }; nativeEvent?: object }
type TypedField = { onChange: (event: Typed) => void }
type Composed = { currentTarget: { value: string } }

/**
 * For a field of digits: `{...inLatinDigits(form.field('pin'))}`. While an input method is at it the text
 * is its own: whoever changes it then is given the same digits once more.
 */
export function inLatinDigits<Field extends TypedField>(field: Field, read = toLatinDigits) {
  const take = (value: string) => field.onChange({ target: { value } })
  return {
    ...field,
    onChange: ({ target, nativeEvent }: Typed) =>
      take(isComposing(nativeEvent) ? target.value : read(target.value)),
    onCompositionEnd: ({ currentTarget }: Composed) => take(read(currentTarget.value)),
  }
}

/** Enter ends what an input method has begun, and nothing else. */
export function isComposing(event: object | undefined): boolean {
  return event !== undefined && 'isComposing' in event && event.isComposing === true
}
