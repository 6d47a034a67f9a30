import { lazy, Suspense, useState, useSyncExternalStore } from 'react'

import { currentlyAsked, onAsked } from '#security/asked.ts'

const StepUpSheet = lazy(async () => ({
  default: (await import('#security/StepUpSheet.tsx')).StepUpSheet,
}))

/** Stands once in the shell; its sheet is loaded with the first risky call. */
export function StepUpHost() {
  const asked = useSyncExternalStore(onAsked, currentlyAsked)
  // Stays while it closes, so that closing can be seen.
  const [last, setLast] = useState(asked)
  if (asked !== undefined && asked !== last) setLast(asked)
  if (last === undefined) return null
  return (
    <Suspense>
      <StepUpSheet key={last.id} asked={last} open={asked !== undefined} />
    </Suspense>
  )
}
