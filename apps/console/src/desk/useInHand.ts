import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react'

/**
 * Whether a form is being written in, by its text or the focus: then it stays, whatever became of its matter.
 * Whoever asks is told whenever that changes.
 */
export function useInHand(text: string, onHand?: (isInHand: boolean) => void) {
  const [hasFocus, setHasFocus] = useState(false)
  const isInHand = hasFocus || text !== ''
  const tell = useEffectEvent((now: boolean) => onHand?.(now))
  useEffect(() => tell(isInHand), [isInHand])
  return {
    isInHand,
    watch: {
      onFocus: () => setHasFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setHasFocus(currentTarget.contains(relatedTarget)),
    },
  }
}
