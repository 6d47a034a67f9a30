import { useState } from 'react'

/**
 * What was on screen when a confirm sheet opened: that, and nothing else, is done. `opening` is the
 * sheet's React key: each opening is a fresh one, which stays while it closes.
 */
export function useReview<What>() {
  const [review, setReview] = useState<{ asked: What; opening: number }>()
  const [open, setOpen] = useState(false)
  return {
    asked: review?.asked,
    opening: review?.opening,
    sheet: { open, onOpenChange: setOpen },
    ask: (asked: What) => {
      setReview((last) => ({ asked, opening: (last?.opening ?? 0) + 1 }))
      setOpen(true)
    },
    close: () => setOpen(false),
  }
}
