import type { ReactNode } from 'react'

import { useWords } from '#words.ts'

/** The dashed box above the button of every confirm sheet. */
export function TestNote({ children }: { children?: ReactNode }) {
  const words = useWords()
  return (
    <p className="test-mark rounded-control border px-3 py-2.5 text-small">
      <span aria-hidden>◇ </span>
      {children ?? words.testNote}
    </p>
  )
}
