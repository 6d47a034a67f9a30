import { type FocusEvent, useState } from 'react'

/** Whether a form is being written in, by its text or the focus: then it stays, whatever became of its matter. */
export function useInHand(text: string) {
  const [hasFocus, setHasFocus] = useState(false)
  return {
    isInHand: hasFocus || text !== '',
    watch: {
      onFocus: () => setHasFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setHasFocus(currentTarget.contains(relatedTarget)),
    },
  }
}
