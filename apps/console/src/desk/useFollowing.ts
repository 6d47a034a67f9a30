import { useState } from 'react'

type Texts = Readonly<Record<string, string>>

/**
 * What a form begins with may be changed by others meanwhile: what nobody has typed here follows, and what
 * was typed stays. Answers what stands there now.
 */
export function useFollowing<Values extends Texts>(
  form: { values: Texts; set: (part: Partial<Values>) => void },
  held: Values,
): Values {
  const [seen, setSeen] = useState(held)
  const moved = Object.entries(held).filter(([key, text]) => seen[key] !== text)
  if (moved.length > 0) {
    setSeen(held)
    const untouched = moved.filter(([key]) => form.values[key] === seen[key])
    form.set(Object.fromEntries(untouched) as Partial<Values>)
  }
  return seen
}
